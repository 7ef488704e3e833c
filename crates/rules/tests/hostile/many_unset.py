def f(n):
 if n: return 0
 if n < 9: aa = ab = ac = ad = ae = af = ag = ah = ai = aj = ak = al = am = an = ao = ap = aq = ar = at = au = av = aw = ax = ay = az = aA = aB = aC = aD = aE = \
 aF = aG = aH = aI = aJ = aK = aL = aM = aN = aO = aP = aQ = aR = aS = aT = aU = aV = aW = aX = aY = aZ = a0 = a1 = a2 = a3 = a4 = a5 = a6 = a7 = a8 = \
 a9 = ba = bb = bc = bd = be = bf = bg = bh = bi = bj = bk = bl = bm = bn = bo = bp = bq = br = bs = bt = bu = bv = bw = bx = by = bz = bA = bB = bC = \
 bD = bE = bF = bG = bH = bI = bJ = bK = bL = bM = bN = bO = bP = bQ = bR = bS = bT = bU = bV = bW = bX = bY = bZ = b0 = b1 = b2 = b3 = b4 = b5 = b6 = \
 b7 = b8 = b9 = ca = cb = cc = cd = ce = cf = cg = ch = ci = cj = ck = cl = cm = cn = co = cp = cq = cr = cs = ct = cu = cv = cw = cx = cy = cz = cA = \
 cB = cC = cD = cE = cF = cG = cH = cI = cJ = cK = cL = cM = cN = cO = cP = cQ = cR = cS = cT = cU = cV = cW = cX = cY = cZ = c0 = c1 = c2 = c3 = c4 = \
 c5 = c6 = c7 = c8 = c9 = da = db = dc = dd = de = df = dg = dh = di = dj = dk = dl = dm = dn = do = dp = dq = dr = ds = dt = du = dv = dw = dx = dy = \
 dz = dA = dB = dC = dD = dE = dF = dG = dH = dI = dJ = dK = dL = dM = dN = dO = dP = dQ = dR = dS = dT = dU = dV = dW = dX = dY = dZ = d0 = d1 = d2 = \
 d3 = d4 = d5 = d6 = d7 = d8 = d9 = ea = eb = ec = ed = ee = ef = eg = eh = ei = ej = ek = el = em = en = eo = ep = eq = er = es = et = eu = ev = ew = \
 ex = ey = ez = eA = eB = eC = eD = eE = eF = eG = eH = eI = eJ = eK = eL = eM = eN = eO = eP = eQ = eR = eS = eT = eU = eV = eW = eX = eY = eZ = e0 = \
 e1 = e2 = e3 = e4 = e5 = e6 = e7 = e8 = e9 = fa = fb = fc = fd = fe = ff = fg = fh = fi = fj = fk = fl = fm = fn = fo = fp = fq = fr = fs = ft = fu = \
 fv = fw = fx = fy = fz = fA = fB = fC = fD = fE = fF = fG = fH = fI = fJ = fK = fL = fM = fN = fO = fP = fQ = fR = fS = fT = fU = fV = fW = fX = fY = \
 fZ = f0 = f1 = f2 = f3 = f4 = f5 = f6 = f7 = f8 = f9 = ga = gb = gc = gd = ge = gf = gg = gh = gi = gj = gk = gl = gm = gn = go = gp = gq = gr = gs = \
 gt = gu = gv = gw = gx = gy = gz = gA = gB = gC = gD = gE = gF = gG = gH = gI = gJ = gK = gL = gM = gN = gO = gP = gQ = gR = gS = gT = gU = gV = gW = \
 gX = gY = gZ = g0 = g1 = g2 = g3 = g4 = g5 = g6 = g7 = g8 = g9 = ha = hb = hc = hd = he = hf = hg = hh = hi = hj = hk = hl = hm = hn = ho = hp = hq = \
 hr = hs = ht = hu = hv = hw = hx = hy = hz = hA = hB = hC = hD = hE = hF = hG = hH = hI = hJ = hK = hL = hM = hN = hO = hP = hQ = hR = hS = hT = hU = \
 hV = hW = hX = hY = hZ = h0 = h1 = h2 = h3 = h4 = h5 = h6 = h7 = h8 = h9 = ia = ib = ic = id = ie = ig = ih = ii = ij = ik = il = im = io = ip = iq = \
 ir = it = iu = iv = iw = ix = iy = iz = iA = iB = iC = iD = iE = iF = iG = iH = iI = iJ = iK = iL = iM = iN = iO = iP = iQ = iR = iS = iT = iU = iV = \
 iW = iX = iY = iZ = i0 = i1 = i2 = i3 = i4 = i5 = i6 = i7 = i8 = i9 = ja = jb = jc = jd = je = jf = jg = jh = ji = jj = jk = jl = jm = jn = jo = jp = \
 jq = jr = js = jt = ju = jv = jw = jx = jy = jz = jA = jB = jC = jD = jE = jF = jG = jH = jI = jJ = jK = jL = jM = jN = jO = jP = jQ = jR = jS = jT = \
 jU = jV = jW = jX = jY = jZ = j0 = j1 = j2 = j3 = j4 = j5 = j6 = j7 = j8 = j9 = ka = kb = kc = kd = ke = kf = kg = kh = ki = kj = kk = kl = km = kn = \
 ko = kp = kq = kr = ks = kt = ku = kv = kw = kx = ky = kz = kA = kB = kC = kD = kE = kF = kG = kH = kI = kJ = kK = kL = kM = kN = kO = kP = kQ = kR = \
 kS = kT = kU = kV = kW = kX = kY = kZ = k0 = k1 = k2 = k3 = k4 = k5 = k6 = k7 = k8 = k9 = la = lb = lc = ld = le = lf = lg = lh = li = lj = lk = ll = \
 lm = ln = lo = lp = lq = lr = ls = lt = lu = lv = lw = lx = ly = lz = lA = lB = lC = lD = lE = lF = lG = lH = lI = lJ = lK = lL = lM = lN = lO = lP = \
 lQ = lR = lS = lT = lU = lV = lW = lX = lY = lZ = l0 = l1 = l2 = l3 = l4 = l5 = l6 = l7 = l8 = l9 = ma = mb = mc = md = me = mf = mg = mh = mi = mj = \
 mk = ml = mm = mn = mo = mp = mq = mr = ms = mt = mu = mv = mw = mx = my = mz = mA = mB = mC = mD = mE = mF = mG = mH = mI = mJ = mK = mL = mM = mN = \
 mO = mP = mQ = mR = mS = mT = mU = mV = mW = mX = mY = mZ = m0 = m1 = m2 = m3 = m4 = m5 = m6 = m7 = m8 = m9 = na = nb = nc = nd = ne = nf = ng = nh = \
 ni = nj = nk = nl = nm = nn = no = np = nq = nr = ns = nt = nu = nv = nw = nx = ny = nz = nA = nB = nC = nD = nE = nF = nG = nH = nI = nJ = nK = nL = \
 nM = nN = nO = nP = nQ = nR = nS = nT = nU = nV = nW = nX = nY = nZ = n0 = n1 = n2 = n3 = n4 = n5 = n6 = n7 = n8 = n9 = oa = ob = oc = od = oe = of = \
 og = oh = oi = oj = ok = ol = om = on = oo = op = oq = os = ot = ou = ov = ow = ox = oy = oz = oA = oB = oC = oD = oE = oF = oG = oH = oI = oJ = oK = \
 oL = oM = oN = oO = oP = oQ = oR = oS = oT = oU = oV = oW = oX = oY = oZ = o0 = o1 = o2 = o3 = o4 = o5 = o6 = o7 = o8 = o9 = pa = pb = pc = pd = pe = \
 pf = pg = ph = pi = pj = pk = pl = pm = pn = po = pp = pq = pr = ps = pt = pu = pv = pw = px = py = pz = pA = pB = pC = pD = pE = pF = pG = pH = pI = \
 pJ = pK = pL = pM = pN = pO = pP = pQ = pR = pS = pT = pU = pV = pW = pX = pY = pZ = p0 = p1 = p2 = p3 = p4 = p5 = p6 = p7 = p8 = p9 = qa = qb = qc = \
 qd = qe = qf = qg = qh = qi = qj = qk = ql = qm = qn = qo = qp = qq = qr = qs = qt = qu = qv = qw = qx = qy = qz = qA = qB = qC = qD = qE = qF = qG = \
 qH = qI = qJ = qK = qL = qM = qN = qO = qP = qQ = qR = qS = qT = qU = qV = qW = qX = qY = qZ = q0 = q1 = q2 = q3 = q4 = q5 = q6 = q7 = q8 = q9 = ra = \
 rb = rc = rd = re = rf = rg = rh = ri = rj = rk = rl = rm = rn = ro = rp = rq = rr = rs = rt = ru = rv = rw = rx = ry = rz = rA = rB = rC = rD = rE = \
 rF = rG = rH = rI = rJ = rK = rL = rM = rN = rO = rP = rQ = rR = rS = rT = rU = rV = rW = rX = rY = rZ = r0 = r1 = r2 = r3 = r4 = r5 = r6 = r7 = r8 = \
 r9 = sa = sb = sc = sd = se = sf = sg = sh = si = sj = sk = sl = sm = sn = so = sp = sq = sr = ss = st = su = sv = sw = sx = sy = sz = sA = sB = sC = \
 sD = sE = sF = sG = sH = sI = sJ = sK = sL = sM = sN = sO = sP = sQ = sR = sS = sT = sU = sV = sW = sX = sY = sZ = s0 = s1 = s2 = s3 = s4 = s5 = s6 = \
 s7 = s8 = s9 = ta = tb = tc = td = te = tf = tg = th = ti = tj = tk = tl = tm = tn = to = tp = tq = tr = ts = tt = tu = tv = tw = tx = ty = tz = tA = n
 return (aa, ab, ac, ad, ae, af, ag, ah, ai, aj, ak, al, am, an, ao, ap, aq, ar, at, au, av, aw, ax, ay, az, aA, aB, aC, aD, aE, 
 aF, aG, aH, aI, aJ, aK, aL, aM, aN, aO, aP, aQ, aR, aS, aT, aU, aV, aW, aX, aY, aZ, a0, a1, a2, a3, a4, a5, a6, a7, a8, 
 a9, ba, bb, bc, bd, be, bf, bg, bh, bi, bj, bk, bl, bm, bn, bo, bp, bq, br, bs, bt, bu, bv, bw, bx, by, bz, bA, bB, bC, 
 bD, bE, bF, bG, bH, bI, bJ, bK, bL, bM, bN, bO, bP, bQ, bR, bS, bT, bU, bV, bW, bX, bY, bZ, b0, b1, b2, b3, b4, b5, b6, 
 b7, b8, b9, ca, cb, cc, cd, ce, cf, cg, ch, ci, cj, ck, cl, cm, cn, co, cp, cq, cr, cs, ct, cu, cv, cw, cx, cy, cz, cA, 
 cB, cC, cD, cE, cF, cG, cH, cI, cJ, cK, cL, cM, cN, cO, cP, cQ, cR, cS, cT, cU, cV, cW, cX, cY, cZ, c0, c1, c2, c3, c4, 
 c5, c6, c7, c8, c9, da, db, dc, dd, de, df, dg, dh, di, dj, dk, dl, dm, dn, do, dp, dq, dr, ds, dt, du, dv, dw, dx, dy, 
 dz, dA, dB, dC, dD, dE, dF, dG, dH, dI, dJ, dK, dL, dM, dN, dO, dP, dQ, dR, dS, dT, dU, dV, dW, dX, dY, dZ, d0, d1, d2, 
 d3, d4, d5, d6, d7, d8, d9, ea, eb, ec, ed, ee, ef, eg, eh, ei, ej, ek, el, em, en, eo, ep, eq, er, es, et, eu, ev, ew, 
 ex, ey, ez, eA, eB, eC, eD, eE, eF, eG, eH, eI, eJ, eK, eL, eM, eN, eO, eP, eQ, eR, eS, eT, eU, eV, eW, eX, eY, eZ, e0, 
 e1, e2, e3, e4, e5, e6, e7, e8, e9, fa, fb, fc, fd, fe, ff, fg, fh, fi, fj, fk, fl, fm, fn, fo, fp, fq, fr, fs, ft, fu, 
 fv, fw, fx, fy, fz, fA, fB, fC, fD, fE, fF, fG, fH, fI, fJ, fK, fL, fM, fN, fO, fP, fQ, fR, fS, fT, fU, fV, fW, fX, fY, 
 fZ, f0, f1, f2, f3, f4, f5, f6, f7, f8, f9, ga, gb, gc, gd, ge, gf, gg, gh, gi, gj, gk, gl, gm, gn, go, gp, gq, gr, gs, 
 gt, gu, gv, gw, gx, gy, gz, gA, gB, gC, gD, gE, gF, gG, gH, gI, gJ, gK, gL, gM, gN, gO, gP, gQ, gR, gS, gT, gU, gV, gW, 
 gX, gY, gZ, g0, g1, g2, g3, g4, g5, g6, g7, g8, g9, ha, hb, hc, hd, he, hf, hg, hh, hi, hj, hk, hl, hm, hn, ho, hp, hq, 
 hr, hs, ht, hu, hv, hw, hx, hy, hz, hA, hB, hC, hD, hE, hF, hG, hH, hI, hJ, hK, hL, hM, hN, hO, hP, hQ, hR, hS, hT, hU, 
 hV, hW, hX, hY, hZ, h0, h1, h2, h3, h4, h5, h6, h7, h8, h9, ia, ib, ic, id, ie, ig, ih, ii, ij, ik, il, im, io, ip, iq, 
 ir, it, iu, iv, iw, ix, iy, iz, iA, iB, iC, iD, iE, iF, iG, iH, iI, iJ, iK, iL, iM, iN, iO, iP, iQ, iR, iS, iT, iU, iV, 
 iW, iX, iY, iZ, i0, i1, i2, i3, i4, i5, i6, i7, i8, i9, ja, jb, jc, jd, je, jf, jg, jh, ji, jj, jk, jl, jm, jn, jo, jp, 
 jq, jr, js, jt, ju, jv, jw, jx, jy, jz, jA, jB, jC, jD, jE, jF, jG, jH, jI, jJ, jK, jL, jM, jN, jO, jP, jQ, jR, jS, jT, 
 jU, jV, jW, jX, jY, jZ, j0, j1, j2, j3, j4, j5, j6, j7, j8, j9, ka, kb, kc, kd, ke, kf, kg, kh, ki, kj, kk, kl, km, kn, 
 ko, kp, kq, kr, ks, kt, ku, kv, kw, kx, ky, kz, kA, kB, kC, kD, kE, kF, kG, kH, kI, kJ, kK, kL, kM, kN, kO, kP, kQ, kR, 
 kS, kT, kU, kV, kW, kX, kY, kZ, k0, k1, k2, k3, k4, k5, k6, k7, k8, k9, la, lb, lc, ld, le, lf, lg, lh, li, lj, lk, ll, 
 lm, ln, lo, lp, lq, lr, ls, lt, lu, lv, lw, lx, ly, lz, lA, lB, lC, lD, lE, lF, lG, lH, lI, lJ, lK, lL, lM, lN, lO, lP, 
 lQ, lR, lS, lT, lU, lV, lW, lX, lY, lZ, l0, l1, l2, l3, l4, l5, l6, l7, l8, l9, ma, mb, mc, md, me, mf, mg, mh, mi, mj, 
 mk, ml, mm, mn, mo, mp, mq, mr, ms, mt, mu, mv, mw, mx, my, mz, mA, mB, mC, mD, mE, mF, mG, mH, mI, mJ, mK, mL, mM, mN, 
 mO, mP, mQ, mR, mS, mT, mU, mV, mW, mX, mY, mZ, m0, m1, m2, m3, m4, m5, m6, m7, m8, m9, na, nb, nc, nd, ne, nf, ng, nh, 
 ni, nj, nk, nl, nm, nn, no, np, nq, nr, ns, nt, nu, nv, nw, nx, ny, nz, nA, nB, nC, nD, nE, nF, nG, nH, nI, nJ, nK, nL, 
 nM, nN, nO, nP, nQ, nR, nS, nT, nU, nV, nW, nX, nY, nZ, n0, n1, n2, n3, n4, n5, n6, n7, n8, n9, oa, ob, oc, od, oe, of, 
 og, oh, oi, oj, ok, ol, om, on, oo, op, oq, os, ot, ou, ov, ow, ox, oy, oz, oA, oB, oC, oD, oE, oF, oG, oH, oI, oJ, oK, 
 oL, oM, oN, oO, oP, oQ, oR, oS, oT, oU, oV, oW, oX, oY, oZ, o0, o1, o2, o3, o4, o5, o6, o7, o8, o9, pa, pb, pc, pd, pe, 
 pf, pg, ph, pi, pj, pk, pl, pm, pn, po, pp, pq, pr, ps, pt, pu, pv, pw, px, py, pz, pA, pB, pC, pD, pE, pF, pG, pH, pI, 
 pJ, pK, pL, pM, pN, pO, pP, pQ, pR, pS, pT, pU, pV, pW, pX, pY, pZ, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, qa, qb, qc, 
 qd, qe, qf, qg, qh, qi, qj, qk, ql, qm, qn, qo, qp, qq, qr, qs, qt, qu, qv, qw, qx, qy, qz, qA, qB, qC, qD, qE, qF, qG, 
 qH, qI, qJ, qK, qL, qM, qN, qO, qP, qQ, qR, qS, qT, qU, qV, qW, qX, qY, qZ, q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, ra, 
 rb, rc, rd, re, rf, rg, rh, ri, rj, rk, rl, rm, rn, ro, rp, rq, rr, rs, rt, ru, rv, rw, rx, ry, rz, rA, rB, rC, rD, rE, 
 rF, rG, rH, rI, rJ, rK, rL, rM, rN, rO, rP, rQ, rR, rS, rT, rU, rV, rW, rX, rY, rZ, r0, r1, r2, r3, r4, r5, r6, r7, r8, 
 r9, sa, sb, sc, sd, se, sf, sg, sh, si, sj, sk, sl, sm, sn, so, sp, sq, sr, ss, st, su, sv, sw, sx, sy, sz, sA, sB, sC, 
 sD, sE, sF, sG, sH, sI, sJ, sK, sL, sM, sN, sO, sP, sQ, sR, sS, sT, sU, sV, sW, sX, sY, sZ, s0, s1, s2, s3, s4, s5, s6, 
 s7, s8, s9, ta, tb, tc, td, te, tf, tg, th, ti, tj, tk, tl, tm, tn, to, tp, tq, tr, ts, tt, tu, tv, tw, tx, ty, tz, tA)
def options(n):
 while True: f(1)
