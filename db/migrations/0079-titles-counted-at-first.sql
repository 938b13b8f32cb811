-- Apart from the triggers, which changes of titles had to wait for: now they are noted, and go on while this counts.
select recount_titles();
