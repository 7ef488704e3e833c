# Makes deploy/haproxy.cfg one for compose, whose DNS knows the replicas: as many as there are, up to 20.
# The last line may be one that goes, so the new section comes before anything else.
1i\
resolvers compose\
    parse-resolv-conf\
    timeout resolve 1s\

s/server replica1 .*/server-template replica 20 replica:8080 resolvers compose init-addr none/
/server replica[0-9]/d
