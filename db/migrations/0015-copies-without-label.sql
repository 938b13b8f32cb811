-- Which copies have no label is asked for every day, and mostly they are a few of very many.

create index copies_without_label on copies (item_id, copy_number) where label_printed_at is null and not is_inactive;
