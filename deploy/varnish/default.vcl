vcl 4.1;

# /etc/varnish/default.vcl: a cache in front of the shop or its balancer. It needs the module xkey (Debian: varnish-modules).
# docs/deployment/cdn.md describes it.

import std;
import xkey;

backend default {
  .host = "haproxy";
  .port = "8080";
  .first_byte_timeout = 60s;
  .probe = {
    # Not /readyz: while the database is away the shop still sends cached pages, and says 503 itself where it has none.
    .url = "/healthz";
    .interval = 2s;
    .timeout = 2s;
    .window = 3;
    .threshold = 2;
    .initial = 2;
  }
}

# The shop's instances, which purge.
acl instances {
  "localhost";
  "10.0.0.0"/8;
  "172.16.0.0"/12;
  "192.168.0.0"/16;
}

sub vcl_recv {
  if (req.method == "PURGE") {
    # Through a proxy on this machine anybody would be localhost.
    if (client.ip !~ instances || req.http.X-Forwarded-For ~ ",") {
      return (synth(403));
    }
    # Purged, not only expired: nobody gets the old page again.
    set req.http.xkey-purged = xkey.purge(req.http.xkey-purge);
    return (synth(200, "Purged " + req.http.xkey-purged));
  }
  # Personal.
  if (req.http.Authorization || (req.method != "GET" && req.method != "HEAD")) {
    return (pass);
  }
  # The shop sets no cookies.
  unset req.http.Cookie;
  # Advertisers' parameters change no page.
  if (req.url ~ "[?&](utm_[a-z]+|gclid|fbclid|msclkid)=") {
    set req.url = regsuball(req.url, "(utm_[a-z]+|gclid|fbclid|msclkid)=[^&]*&?", "");
    set req.url = regsub(req.url, "[?&]$", "");
  }
  # Longer only while the shop is out of reach.
  if (std.healthy(req.backend_hint)) {
    set req.grace = 600s;
  }
  return (hash);
}

sub vcl_backend_response {
  # An error replaces no stored page.
  if (beresp.status >= 500 && bereq.is_bgfetch) {
    return (abandon);
  }
  # Only what the shop allows; Varnish would store other responses for two minutes.
  if (!beresp.http.Cache-Control) {
    set beresp.uncacheable = true;
    return (deliver);
  }
  set beresp.http.xkey = beresp.http.Surrogate-Key;
  if (beresp.http.Cache-Control ~ "stale-if-error") {
    set beresp.grace = 24h;
  }
}

sub vcl_deliver {
  unset resp.http.xkey;
  unset resp.http.Surrogate-Key;
  unset resp.http.CDN-Cache-Control;
  if (obj.hits > 0) {
    set resp.http.X-Cache = "hit";
  } else {
    set resp.http.X-Cache = "miss";
  }
}
