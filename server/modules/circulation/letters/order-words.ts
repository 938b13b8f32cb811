import type { LanguageCode } from "#contract/site/languages.ts";

const english = {
  order: "Order",
  number: (id: number) => `#${id}`,
  trackingNumber: "Tracking number",
  shipped: "Shipped",
  dueBack: "Due back",
  shipsTo: "Ships to",
  viewOrder: "View your order",
  received: {
    subject: (id: number) => `We received your order #${id}`,
    preview: "It’s in the queue. We’ll email you when it ships.",
    heading: "Thank you for your order!",
    text: "Your order is placed and in the queue. We’ll email you when it ships.",
    note: "Borrowing is free. You pay return shipping, roughly $4-12.",
  },
  sent: {
    subject: (id: number) => `Your order #${id} is on its way`,
    preview: (due: string | undefined) => (due ? `Due back ${due}.` : "It has left the library."),
    heading: "Your order is on its way",
    text: "Your package has left the library. Allow 3-5 business days.",
    note: "Please return everything on or before the due date, insured and with tracking. The attached file adds the date to your calendar.",
    calendar: (id: number) => `Library order #${id} is due back`,
  },
  back: {
    subject: (id: number) => `Your order #${id} is back`,
    preview: "Thank you for sending it back.",
    heading: "Your order is back",
    text: "We have everything back. Thank you for taking good care of it.",
    more: "Find something new",
  },
};

const spanish: typeof english = {
  order: "Pedido",
  number: (id) => `n.º ${id}`,
  trackingNumber: "Número de rastreo",
  shipped: "Fecha de envío",
  dueBack: "Fecha límite de devolución",
  shipsTo: "Se envía a",
  viewOrder: "Ver su pedido",
  received: {
    subject: (id) => `Recibimos su pedido n.º ${id}`,
    preview: "Está en espera. Le escribiremos de nuevo cuando lo enviemos.",
    heading: "¡Gracias por su pedido!",
    text: "Recibimos su pedido y está en espera. Le escribiremos de nuevo cuando lo enviemos.",
    note: "El préstamo es gratuito. Usted paga el envío de devolución, entre $4 y $12 aproximadamente.",
  },
  sent: {
    subject: (id) => `Su pedido n.º ${id} va en camino`,
    preview: (due) => (due ? `Devuélvalo a más tardar el ${due}.` : "Ya salió de la biblioteca."),
    heading: "Su pedido va en camino",
    text: "Su paquete ya salió de la biblioteca. Puede tardar de 3 a 5 días hábiles.",
    note: "Devuelva todo a más tardar en la fecha límite, asegurado y con una empresa de mensajería que permita rastrearlo. El archivo adjunto agrega la fecha a su calendario.",
    calendar: (id) => `Devolver el pedido n.º ${id} a la biblioteca`,
  },
  back: {
    subject: (id) => `Recibimos de vuelta su pedido n.º ${id}`,
    preview: "Gracias por devolverlo.",
    heading: "Su pedido está de vuelta",
    text: "Ya recibimos todo. Gracias por cuidarlo.",
    more: "Buscar algo nuevo",
  },
};

/** The texts of emails about an order, in the reader's language. */
export function orderWords(language: LanguageCode): typeof english {
  return { en: english, es: spanish }[language];
}
