import { useRef, useState } from "react";
import type { Copy, ItemWithCopies } from "#contract/catalog.ts";
import { limits } from "#contract/codes.ts";
import { ownMessages } from "#contract/messages.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { refusalOf, useForm } from "#web/ui/form/use-form.ts";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { VisuallyHidden } from "#web/ui/layout/visually-hidden.tsx";
import { useSetCopyShelf } from "./item-mutations.ts";

const tooLong = { field: "copyShelf", message: ownMessages.tooLong("Shelf place", limits.shelfPlace) };

type CopyShelfProps = { item: ItemWithCopies; copy: Copy; name: string };

/** Says where one copy stands that does not stand with its title. */
export function CopyShelf({ name, ...of }: CopyShelfProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="small" look="quiet" onClick={() => setAsking(true)}>
        Shelf<VisuallyHidden> of {name}</VisuallyHidden>
      </Button>
      {asking && <AskWhere {...of} name={name} onClose={() => setAsking(false)} />}
    </>
  );
}

function AskWhere({ item, copy, name, onClose }: CopyShelfProps & { onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const save = useSetCopyShelf({ item, copy });
  const form = useForm({
    names: ["copyShelf"],
    stored: { version: item.version, values: { copyShelf: copy.shelfPlace } },
    check: ({ copyShelf }) => (copyShelf.trim().length > limits.shelfPlace ? [tooLong] : []),
    objection: (error) => refusalOf(error),
    save: async ({ copyShelf }, version) => {
      await save(copyShelf.trim(), version);
      onClose();
      return {};
    },
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`Where does ${name} stand?`}
      send="Save the place"
      initialFocus={field}
    >
      <TextField
        {...form.field("copyShelf")}
        ref={field}
        label="Shelf place of this copy"
        hint={`Leave it empty where it stands with its title${item.shelfPlace && `, at ${item.shelfPlace}`}.`}
        optional
        autoComplete="off"
      />
    </FormDialog>
  );
}
