import { useLocation, useNavigate } from "#web/ui/router/router.tsx";
import type { ItemWithCopies } from "#contract/catalog.ts";
import { type FormHandle, useForm } from "#web/ui/form/use-form.ts";
import { useUploads } from "#web/ui/form/use-uploads.ts";
import { titleNames } from "#contract/titles/title-record.ts";
import { baseOf, type ItemFormValues, problemsOf } from "./item-form-values.ts";
import { useSaveItem } from "./item-mutations.ts";

/** What the parts of the form need of it; it is saved with a number of copies to add, or without. */
export type ItemForm = FormHandle<ItemFormValues, number> & Pick<ReturnType<typeof useUploads>, "waitFor">;

/** The form of an item. A new one continues as the saved one. */
export function useItemForm(item: ItemWithCopies | undefined): ItemForm {
  const navigate = useNavigate();
  const state: unknown = useLocation().state;
  const save = useSaveItem();
  const uploads = useUploads();
  const id = item?.inventoryId;
  const form = useForm<ItemFormValues, number>({
    names: titleNames,
    stored: baseOf(item),
    uploads,
    check: problemsOf,
    save: async (values, version, copies) => {
      const { savedId, item: stored } = await save({ id, version, values, copies });
      return id === undefined
        ? { next: () => navigate(`/admin/item/${savedId}`, { replace: true, state }) }
        : { stored: stored && baseOf(stored) };
    },
  });
  return { ...form, waitFor: uploads.waitFor };
}
