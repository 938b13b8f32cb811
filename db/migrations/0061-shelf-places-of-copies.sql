-- Where a copy stands that is not with its title; null: at the place of its title.
alter table copies
  add column own_shelf_place text check (own_shelf_place <> '' and char_length(own_shelf_place) <= 40);
create index copies_own_shelf_place on copies (own_shelf_place) where own_shelf_place is not null;
