#include "server/address.h"

#include <gtest/gtest.h>
#include <unistd.h>

namespace server {
namespace {

TEST(Address, LimitsCountIPv6ByNetworkAndIPv4ByAddress) {
  EXPECT_EQ(address_key("192.0.2.7"), "192.0.2.7");
  EXPECT_EQ(address_key("::ffff:192.0.2.7"), "192.0.2.7");
  EXPECT_EQ(address_key("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  EXPECT_EQ(address_key("2001:db8:1:2:ffff::"), address_key("2001:db8:1:2::1"));
  EXPECT_NE(address_key("2001:db8:1:3::1"), address_key("2001:db8:1:2::1"));
  EXPECT_EQ(address_key("fe80::1%eth0"), "fe80::/64");
  EXPECT_EQ(address_key("unknown"), "unknown");
  EXPECT_EQ(address_key(std::string(1000, 'x')).size(), 64u);
}

TEST(Address, TheClientIsTheHopOurOwnProxySaw) {
  const std::string peer = "127.0.0.1";
  EXPECT_EQ(client_address(peer, "1.1.1.1, 2.2.2.2, 3.3.3.3", 0), peer);
  EXPECT_EQ(client_address(peer, "1.1.1.1, 2.2.2.2, 3.3.3.3", 1), "3.3.3.3");
  EXPECT_EQ(client_address(peer, "1.1.1.1, 2.2.2.2, 3.3.3.3", 2), "2.2.2.2");
  EXPECT_EQ(client_address(peer, "1.1.1.1", 2), peer);
  EXPECT_EQ(client_address(peer, "", 1), peer);
  EXPECT_EQ(client_address(peer, "nonsense", 1), peer);
  EXPECT_EQ(client_address(peer, "4.4.4.4:5678", 1), "4.4.4.4");
  EXPECT_EQ(client_address(peer, "\t[2001:db8::1]:5678 ", 1), "2001:db8::1");
  EXPECT_EQ(client_address(peer, "2001:db8::1", 1), "2001:db8::1");
}

TEST(Address, WhetherTheProxySpokeTlsIsItsOwnWord) {
  EXPECT_TRUE(forwarded_https("https", 1));
  EXPECT_TRUE(forwarded_https("http, HTTPS", 1));
  EXPECT_TRUE(forwarded_https("https, http", 2));
  EXPECT_TRUE(forwarded_https("https", 2));
  EXPECT_FALSE(forwarded_https("https, http", 1));
  EXPECT_FALSE(forwarded_https("https", 0));
  EXPECT_FALSE(forwarded_https("", 1));
}

TEST(Address, NamesOfTheServerAreItsOwnOrConfigured) {
  const std::vector<std::string> origins{"https://Games.example", "http://other.example:8080"};
  for (const char* host : {"127.0.0.1:8080", "192.168.1.5", "[::1]:8080", "[2001:db8::1]",
                           "localhost:1234", "LOCALHOST", "stam.localhost:8080", "games.example",
                           "games.example:443", "other.example:8080"}) {
    EXPECT_TRUE(host_allowed(host, origins)) << host;
  }
  for (const char* host : {"evil.example", "evil.example:8080", "", "games.example.evil.example",
                           "127.0.0.1.evil.example", "other.example", "other.example:81",
                           "xlocalhost", "[", "[]", "localhost.evil.example"}) {
    EXPECT_FALSE(host_allowed(host, origins)) << host;
  }
  char name[256]{};
  ASSERT_EQ(::gethostname(name, sizeof name - 1), 0);
  EXPECT_TRUE(host_allowed(std::string(name) + ":8080", {}));
  EXPECT_TRUE(host_allowed(std::string(name) + ".local:8080", {}));
}

}  // namespace
}  // namespace server
