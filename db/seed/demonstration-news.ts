/** News of the demonstration library, in Markdown; `age` in days. */
export const demonstrationNews: readonly { title: string; content: string; age: number }[] = [
  {
    title: "New titles on the shelves",
    content:
      "Books, videos and recordings have been added to the collection this month. Recent additions are shown on the " +
      "[inventory home page](/user/home); use the subject and grade filters to find what fits your classes.\n\n" +
      "Some of the new titles are available in Spanish. [Search for “Español”](/user/inventories/Espa%C3%B1ol) to see " +
      "them together.",
    age: 4,
  },
  {
    title: "How to return materials",
    content:
      "Please send materials back on or before the return date of your order:\n\n" +
      "- Pack them as they came.\n" +
      "- Insure the parcel, and use a carrier that gives you a tracking number.\n" +
      "- Return shipping usually costs between $4 and $12.\n\n" +
      "If something was damaged on the way, tell us before you send it. We would rather know early.",
    age: 27,
  },
  {
    title: "Planning ahead for school breaks",
    content:
      "Orders are packed on school days, and parcels take three to five business days. Around breaks, and in summer " +
      "when many school offices are closed, please order two weeks before you need the materials, and check that " +
      "someone can accept the parcel at the address in your account.",
    age: 68,
  },
  {
    title: "Ordering for a whole department?",
    content:
      "You can borrow up to five copies of a title in one order. When several teachers share materials, one order " +
      "with one return date is easier to keep track of than many small ones.\n\n" +
      "The item page shows how many copies are in stock at the moment.",
    age: 131,
  },
];
