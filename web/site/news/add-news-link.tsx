import { Pencil, Plus } from "#web/ui/icons.tsx";
import { ButtonLink } from "#web/ui/actions/button.tsx";

export function AddNewsLink() {
  return (
    <ButtonLink to="/admin/editnews/0" look="primary" icon={<Plus size={18} />}>
      Add New
    </ButtonLink>
  );
}

export function EditNewsLink({ id }: { id: number }) {
  return (
    <ButtonLink to={`/admin/editnews/${id}`} icon={<Pencil size={18} />}>
      Edit
    </ButtonLink>
  );
}
