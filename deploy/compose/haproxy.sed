# Changes deploy/haproxy.cfg for Compose. The changed file takes the replicas from the DNS of Compose, up to 20 of them.
# The new section is written before the first line and not after the last, since the last line may be deleted below.
1i\
resolvers compose\
    parse-resolv-conf\
    timeout resolve 1s\

s/server replica1 .*/server-template replica 20 replica:8080 resolvers compose init-addr none/
/server replica[0-9]/d
