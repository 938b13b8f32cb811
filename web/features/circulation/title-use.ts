import { queryOptions } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";

/** What is out and promised of a title, and to whom. */
export function titleUseQuery(inventoryId: number) {
  return queryOptions({
    queryKey: ["circulation", "title use", inventoryId],
    queryFn: async ({ signal }) => {
      const { data, total } = await call("GET Inventory/GetUse/{id}", { params: { id: inventoryId } }, { signal });
      return { ...data, orderTotal: total };
    },
  });
}
