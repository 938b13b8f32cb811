/** News of the demonstration library, in Markdown; `age` in days. */
export const demonstrationNews: readonly { title: string; content: string; age: number }[] = [
  {
    title: "New titles on the shelves",
    content:
      "This month we added books, videos, and recordings to the collection. See recent additions on the " +
      "[inventory home page](/user/home), and use the subject and grade filters to find what fits your classes.\n\n" +
      "Some of the new titles are in Spanish. [Search for “Español”](/user/inventories/Espa%C3%B1ol) to see them " +
      "together.",
    age: 4,
  },
  {
    title: "How to return materials",
    content:
      "Please send materials back on or before the return date of your order:\n\n" +
      "- Pack them as they came.\n" +
      "- Insure the package, and use a carrier that gives you a tracking number.\n" +
      "- Return shipping usually costs between $4 and $12.\n\n" +
      "If something was damaged on the way, tell us before you send it. We would rather know early.",
    age: 27,
  },
  {
    title: "Planning ahead for school breaks",
    content:
      "We pack orders on school days, and packages take three to five business days. Around breaks, and in summer " +
      "when many school offices are closed, please order two weeks before you need the materials, and check that " +
      "someone can accept the package at the address in your account.",
    age: 68,
  },
  {
    title: "Ordering for a whole department?",
    content:
      "You can borrow up to five copies of a title in one order. When several teachers share materials, one order " +
      "with one return date is easier to keep track of than many small ones.\n\n" +
      "Each item’s page shows how many copies are in stock.",
    age: 131,
  },
];
