// Stands in for the web client in builds without it.
#include <array>

#include "server/assets.h"

namespace server {
namespace {

constexpr std::string_view kPage = R"(<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Stamtafel</title>
<h1>Stamtafel</h1>
<p>This server was built without the page to play on. The games can be played in the terminal:</p>
<pre>stamtafel play</pre>
<p>Programs find the tables here too: see docs/protocol.md.</p>
</html>
)";

constexpr std::array<Asset, 1> kAssets{
    {{"/index.html", "text/html; charset=utf-8", "\"none\"", kPage, {}, {}}}};

}  // namespace

std::span<const Asset> assets() { return kAssets; }

}  // namespace server
