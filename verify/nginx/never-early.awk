# Reads nginx's access log (see nginx.conf.template) and tells whether a client came back before its time.
# Arguments: clients, the number of clients that should have been served.
# A request began at $msec - $request_time; both are whole milliseconds of one clock, and nginx takes the time
# of an answer before it writes it, so a client that waits as told can never look early here.

function ms(seconds) { return int(seconds * 1000 + 0.5) }

{
  ended = ms($1); began = ended - ms($2); status = $3; client = $4; wait = $5
  if (client in due) {
    late = began - due[client]
    waits[++n] = late
    if (late < 0) { early++; print "client " client " came back " (-late) " ms early" }
  }
  delete due[client]
  if (status == 200) { if (served[client]++ == 0) done++ }
  else if (status == 429 || status == 503) {
    refusals[status]++
    refused[client] = 1
    if (wait == "-") { print "an answer " status " without Retry-After"; broken++ }
    else due[client] = ended + wait * 1000
  }
  else { print "client " client " got " status; broken++ }
}

END {
  # Insertion sort: a thousand waits at most.
  for (i = 2; i <= n; i++) {
    v = waits[i]
    for (j = i - 1; j >= 1 && waits[j] > v; j--) waits[j + 1] = waits[j]
    waits[j + 1] = v
  }
  for (c in refused) held++
  printf "served %d of %d, %d of them were refused first: %d x 429 (1 s), %d x 503 (2 s)\n", done, clients, held, refusals[429], refusals[503]
  if (n > 0) printf "lateness of %d waits in ms: min %d, p50 %d, p99 %d, max %d; early: %d\n", n, waits[1], waits[int((n + 1) / 2)], waits[int((n * 99 + 99) / 100)], waits[n], early
  for (c in due) { print "client " c " never came back"; broken++ }
  if (held < clients / 2) { print "too few clients were refused: this run shows nothing"; broken++ }
  exit (done != clients || early > 0 || broken > 0)
}
