// The files of the web client, in the program.
#pragma once

#include <span>
#include <string_view>

#include "server/http.h"

namespace server {

struct Asset {
  std::string_view path;  // "/assets/index-1a2b.js"
  std::string_view type;
  std::string_view etag;
  std::string_view plain;
  std::string_view gzip;    // empty: not worth it
  std::string_view brotli;  // empty: not worth it
};

// Made by the build from web/dist; without the client, one page that says where to play.
std::span<const Asset> assets();

// nullptr: there is none.
const Asset* find_asset(std::string_view path);
// The file of a path, or index.html for one of the client's own routes. False: there is nothing.
bool serve_asset(const HttpRequest& request, HttpResponse& response);
// `compiles`: the answer is a script that may compile WebAssembly.
void add_security_headers(HttpResponse& response, bool secure, bool compiles = false);
// Is the path that of such a script? They are the workers of the hub on a device.
inline bool compiles_wasm(std::string_view path) { return path.starts_with("/assets/alone-"); }

}  // namespace server
