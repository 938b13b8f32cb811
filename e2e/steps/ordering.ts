import { expect } from "@playwright/test";

/** Orders `quantity` of a title through the API as a new borrower; returns the order's id. */
export async function orderOf(address: string, itemId: number, userName: string, quantity = 1): Promise<number> {
  const password = "apples and pears";
  const post = async <T>(path: string, body: object = {}, token?: string): Promise<T> => {
    const answer = await fetch(`${address}/api/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    const envelope: T & { isSuccess: boolean; message?: string } = await answer.json();
    expect(envelope.isSuccess, `${path}: ${envelope.message}`).toBe(true);
    return envelope;
  };
  await post("Account/RegisterBorrower", {
    user: { userName, password, confirmPassword: password },
    borrowerName: "Dolores Huerta",
    schoolName: "Kings River School",
    schoolDistrict: "Kings River",
    emailAddress: `${userName}@school.example`,
    phoneNumber: "(559) 555-0142",
    address: { street: "1 Main", city: "Fresno", state: "CA", zip: "93701" },
  });
  const login = { userName, password, userTypeId: 2 };
  const { data: user } = await post<{ data: { token: string } }>("Account/Login/", login);
  const { data: cart } = await post<{ data: string }>(`Cart/AddItemToCart/${itemId}/${quantity}/false`, {}, user.token);
  return (await post<{ id: number }>(`Order/SaveOrder/0/${cart}`, {}, user.token)).id;
}
