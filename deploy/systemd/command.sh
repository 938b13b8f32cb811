#!/bin/sh
# Runs one of the library's commands like its units do: with their user, settings, and secrets. As root:
#   sh /opt/library/deploy/systemd/command.sh restore --try
set -eu
root="$(cd "$(dirname "$0")/../.." && pwd)"
if [ "${1:-}" != inside ]; then
  exec systemd-run --quiet --pipe --pty --wait --collect \
    --property=DynamicUser=yes --property=User=library --property=StateDirectory=library \
    --property=StateDirectoryMode=0700 --property=UMask=0077 --property=NoNewPrivileges=yes --property=ProtectSystem=strict \
    --property=WorkingDirectory="$root" --property=EnvironmentFile=/etc/library/settings \
    --property=LoadCredential=database-url:/etc/library/database-url \
    --property=LoadCredential=backup-passphrase:/etc/library/backup-passphrase \
    /bin/sh "$root/deploy/systemd/command.sh" inside "$@"
fi
command="$2"
shift 2
export NODE_ENV=production LIBRARY_MODE=production DATA_DIR="$STATE_DIRECTORY"
export DATABASE_URL_FILE="$CREDENTIALS_DIRECTORY/database-url" BACKUP_PASSPHRASE_FILE="$CREDENTIALS_DIRECTORY/backup-passphrase"
exec node "$root/dist/server/$command.js" "$@"
