alter table items validate constraint items_times_lent_check;
