#include "server/assets.h"

#include <algorithm>

namespace server {

const Asset* find_asset(std::string_view path) {
  const std::span<const Asset> all = assets();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const Asset& asset) { return asset.path == path; });
  return found == all.end() ? nullptr : &*found;
}

bool serve_asset(const HttpRequest& request, HttpResponse& response) {
  const Asset* asset = find_asset(request.path);
  const bool hashed = asset != nullptr && asset->path.starts_with("/assets/");
  if (asset == nullptr) {
    if (request.path.find('.') != std::string::npos) return false;
    asset = find_asset("/index.html");
    if (asset == nullptr) return false;
  }
  response.type = asset->type;
  response.headers.emplace_back("Cache-Control",
                                hashed ? "public, max-age=31536000, immutable" : "no-cache");
  response.headers.emplace_back("ETag", asset->etag);
  response.headers.emplace_back("Vary", "Accept-Encoding");
  if (!request.if_none_match.empty() && request.if_none_match == asset->etag) {
    response.status = 304;
    return true;
  }
  response.fixed = asset->plain;
  if (!asset->brotli.empty() && accepts(request.accept_encoding, "br")) {
    response.fixed = asset->brotli;
    response.headers.emplace_back("Content-Encoding", "br");
  } else if (!asset->gzip.empty() && accepts(request.accept_encoding, "gzip")) {
    response.fixed = asset->gzip;
    response.headers.emplace_back("Content-Encoding", "gzip");
  }
  return true;
}

void add_security_headers(HttpResponse& response, bool secure, bool compiles) {
  response.headers.emplace_back(
      "Content-Security-Policy",
      std::string("default-src 'none'; script-src 'self'") +
          (compiles ? " 'wasm-unsafe-eval'" : "") +
          "; style-src 'self'; img-src 'self' data:; font-src "
          "'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
          "form-action 'none'; frame-ancestors 'none'");
  response.headers.emplace_back("X-Content-Type-Options", "nosniff");
  // The address of a private table is its key: no other site may learn it.
  response.headers.emplace_back("Referrer-Policy", "no-referrer");
  response.headers.emplace_back("Cross-Origin-Opener-Policy", "same-origin");
  response.headers.emplace_back("Cross-Origin-Resource-Policy", "same-origin");
  response.headers.emplace_back("Permissions-Policy",
                                "camera=(), microphone=(), geolocation=(), payment=()");
  if (secure) response.headers.emplace_back("Strict-Transport-Security", "max-age=31536000");
}

}  // namespace server
