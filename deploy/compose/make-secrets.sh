#!/bin/sh
# Creates the secrets for compose.yaml once and never replaces them. Only the owner can open the folder; the containers run as
# other users and read the files that are mounted for them.
set -eu
folder="$(dirname "$0")/secrets"
if [ -d "$folder" ]; then
  echo "$folder already exists, so nothing was changed."
  exit 0
fi
random() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }
mkdir -m 700 "$folder.new"
cd "$folder.new"
password="$(random 24)"
key="GK$(random 12)"
secret="$(random 32)"
printf '%s' "$password" > database-password
printf 'postgres://library:%s@database:5432/library' "$password" > database-url
printf '%s' "$(random 12)" > admin-password
printf '%s' "$(random 24)" > metrics-token
printf '%s' "$(random 32)" > secret-key
printf '%s' "$key" > s3-access-key-id
printf '%s' "$secret" > s3-secret-access-key
printf '%s' "$(random 24)" > backup-passphrase
printf 'smtp://mail-catcher:1025' > smtp-url
cat > storage.env << END
GARAGE_RPC_SECRET=$(random 32)
GARAGE_DEFAULT_ACCESS_KEY=$key
GARAGE_DEFAULT_SECRET_KEY=$secret
GARAGE_DEFAULT_BUCKET=library
END
chmod 644 ./*
cd ..
mv secrets.new secrets # all or none
echo "The administrator is admin, with the password $(cat secrets/admin-password)"
echo "For production, put your mail server's address, like smtp://user:password@host:587, into $folder/smtp-url, and keep"
echo "copies of $folder/secret-key and $folder/backup-passphrase somewhere else: you need both to restore a backup."
