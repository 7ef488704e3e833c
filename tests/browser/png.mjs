// A screenshot as a small file: a PNG with a palette.

import { deflateSync } from "node:zlib";

/** The largest number of colours in the palette. With 16 colours, two pixels fit into a byte. */
const COLOURS = 16;

/** Converts a screenshot to a PNG with few colours. `page` is any page that may run a script. */
export async function indexed(page, png) {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)];
  const colours = await pixels(page, png);
  const counts = new Map();
  for (const colour of colours) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const kept = palette(counts);
  const places = new Map([...counts.keys()].map((colour) => [colour, nearest(kept, parts(colour))]));
  // The first byte of a row is its filter. No filter is used, which is best for areas of one colour.
  const row = 1 + Math.ceil(width / 2);
  const rows = Buffer.alloc(row * height);
  colours.forEach((colour, at) => {
    const x = at % width;
    rows[row * Math.floor(at / width) + 1 + (x >> 1)] |= places.get(colour) << (x % 2 ? 0 : 4);
  });
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Each pixel has four bits, which are an index into the palette.
  head.set([4, 3], 8);
  const chunks = [["IHDR", head], ["PLTE", Buffer.from(kept.flat())], ["IDAT", deflateSync(rows, { level: 9 })], ["IEND", Buffer.alloc(0)]];
  return Buffer.concat([png.subarray(0, 8), ...chunks.map(chunk)]);
}

/** The pixels of a PNG, row by row, each as a number. The browser decodes the PNG. */
async function pixels(page, png) {
  const decoded = await page.evaluate(async (encoded) => {
    const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(encoded), (byte) => byte.charCodeAt(0))]));
    const context = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    context.drawImage(picture, 0, 0);
    const { data } = context.getImageData(0, 0, picture.width, picture.height);
    let bytes = "";
    for (let at = 0; at < data.length; at += 0x8000) bytes += String.fromCharCode(...data.subarray(at, at + 0x8000));
    return btoa(bytes);
  }, png.toString("base64"));
  const bytes = Buffer.from(decoded, "base64");
  return Array.from({ length: bytes.length / 4 }, (_, at) => bytes.readUIntBE(4 * at, 3));
}

const parts = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];
const distance = (one, other) => one.reduce((sum, part, at) => sum + (part - other[at]) ** 2, 0);
const nearest = (palette, colour) => palette.reduce((best, other, at) => (distance(other, colour) < distance(palette[best], colour) ? at : best), 0);

/**
 * Chooses the colours to keep. The argument has the number of pixels of each colour. The first choice is the most
 * frequent colour. Each further choice is the colour that the colours chosen so far would replace worst. Colours with
 * many pixels are preferred, but not in proportion to their pixels. Otherwise the many greys at the edges of letters
 * would be chosen instead of the colour of a small coin.
 */
function palette(counts) {
  const colours = [...counts].sort(([a, m], [b, n]) => n - m || a - b).map(([colour, count]) => ({ colour: parts(colour), weight: Math.sqrt(count), off: Infinity }));
  const kept = [];
  for (let [next] = colours; next.off > 0 && kept.length < COLOURS;) {
    kept.push(next.colour);
    for (const each of colours) each.off = Math.min(each.off, each.weight * distance(each.colour, kept.at(-1)));
    next = colours.reduce((worst, each) => (each.off > worst.off ? each : worst));
  }
  return kept;
}

function chunk([type, content]) {
  const named = Buffer.concat([Buffer.from(type), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(checksum(named));
  return Buffer.concat([length, named, sum]);
}

/** The CRC-32 that the format needs. Old versions of Node have no CRC-32 in node:zlib. */
function checksum(bytes) {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}
