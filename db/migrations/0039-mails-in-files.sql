-- Without a mail server an email becomes a file, which nobody gets: it must not look sent once there is one.
alter table mails add column is_file boolean not null default false;
