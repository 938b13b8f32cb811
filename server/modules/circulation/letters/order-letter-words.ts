import type { LanguageCode } from "#contract/site/languages.ts";

const english = {
  order: "Order",
  number: (id: number) => `#${id}`,
  trackingNumber: "Tracking number",
  shipped: "Shipped",
  dueBack: "Due back",
  shipsTo: "Ships to",
  sendBackTo: "Send it back to",
  viewOrder: "View your order",
  days: {
    leavesBy: "Leaves the library by",
    withYouBy: "With you by",
    teach: "You teach with it",
    postBackBy: "Mail it back by",
    calendar: (id: number) => `Mail library order #${id} back`,
  },
  received: {
    subject: (id: number) => `We received your order #${id}`,
    preview: "It’s in the queue. We’ll email you when it ships.",
    heading: "Thank you for your order!",
    text: "Your order is placed and in the queue. We’ll email you when it ships.",
    note: "Borrowing is free. You pay return shipping, roughly $4-12.",
    byPhone: (userName: string) =>
      `The library placed this order for you, as you asked by phone. The Terms and Responsibilities, which you were told by phone, apply to it. To see it online, log in as ${userName}; if you have no password yet, choose “Reset password”.`,
    confirm: {
      text: "Please confirm that you receive our emails. Until then this is the only one we send, and you can borrow less.",
      button: "Confirm my email address",
    },
  },
  sent: {
    subject: (id: number) => `Your order #${id} is on its way`,
    preview: (due: string | null) => (due ? `Due back ${due}.` : "It has left the library."),
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
  changed: {
    subject: (id: number) => `Your order #${id} was changed`,
    preview: "The library changed what is on it.",
    heading: "Your order was changed",
    text: "The library changed what is on your order:",
    added: (title: string) => `Added: ${title}`,
    removed: (title: string) => `Removed: ${title}`,
    other: (title: string, before: number, after: number) => `${title}: ${after} instead of ${before}`,
    now: "Your order now",
    note: "If this isn’t what you want, please reply to this email or call the library.",
  },
  asked: {
    preview: "As you asked, with what is on it now.",
    text: "We changed your order as you asked. This is it now:",
  },
  canceled: {
    subject: (id: number) => `Your order #${id} is canceled`,
    preview: "Nothing of it will be sent.",
    heading: "Your order is canceled",
    text: "Nothing of this order will be sent to you.",
    reason: "Reason",
    note: "If this surprises you, please reply to this email or call the library.",
    more: "Find something new",
  },
  partly: {
    subject: (id: number) => `We received part of your order #${id}`,
    preview: "Some of it is still out.",
    heading: "Part of your order is back",
    text: "Thank you for sending this back:",
    out: "Still out",
    lost: "Recorded as lost",
    note: (due: string | null) =>
      due ? `Please return the rest on or before ${due}.` : "Please return the rest as soon as you can.",
  },
};

const spanish: typeof english = {
  order: "Pedido",
  number: (id) => `n.º ${id}`,
  trackingNumber: "Número de rastreo",
  shipped: "Fecha de envío",
  dueBack: "Fecha límite de devolución",
  shipsTo: "Se envía a",
  sendBackTo: "Devuélvalo a",
  viewOrder: "Ver su pedido",
  days: {
    leavesBy: "Sale de la biblioteca a más tardar",
    withYouBy: "Lo recibe a más tardar",
    teach: "Lo usa en clase",
    postBackBy: "Envíelo de vuelta a más tardar",
    calendar: (id) => `Enviar de vuelta el pedido n.º ${id} de la biblioteca`,
  },
  received: {
    subject: (id) => `Recibimos su pedido n.º ${id}`,
    preview: "Está en espera. Le escribiremos de nuevo cuando lo enviemos.",
    heading: "¡Gracias por su pedido!",
    text: "Recibimos su pedido y está en espera. Le escribiremos de nuevo cuando lo enviemos.",
    note: "El préstamo es gratuito. Usted paga el envío de devolución, entre $4 y $12 aproximadamente.",
    byPhone: (userName) =>
      `La biblioteca hizo este pedido por usted, como lo pidió por teléfono. Se aplican los Términos y responsabilidades que le explicamos por teléfono. Para verlo en línea, inicie sesión como ${userName}; si todavía no tiene contraseña, elija «Restablecer la contraseña».`,
    confirm: {
      text: "Confirme que recibe nuestros mensajes, por favor. Hasta entonces este es el único que enviamos, y puede pedir menos.",
      button: "Confirmar mi correo electrónico",
    },
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
  changed: {
    subject: (id) => `Cambió su pedido n.º ${id}`,
    preview: "La biblioteca cambió su contenido.",
    heading: "Su pedido cambió",
    text: "La biblioteca cambió el contenido de su pedido:",
    added: (title) => `Se agregó: ${title}`,
    removed: (title) => `Se quitó: ${title}`,
    other: (title, before, after) => `${title}: ${after} en lugar de ${before}`,
    now: "Su pedido ahora",
    note: "Si no es lo que desea, responda a este mensaje o llame a la biblioteca, por favor.",
  },
  asked: {
    preview: "Como lo pidió, con lo que contiene ahora.",
    text: "Cambiamos su pedido como lo pidió. Ahora es así:",
  },
  canceled: {
    subject: (id) => `Su pedido n.º ${id} fue cancelado`,
    preview: "No se enviará nada de este pedido.",
    heading: "Su pedido fue cancelado",
    text: "No le enviaremos nada de este pedido.",
    reason: "Motivo",
    note: "Si no lo esperaba, responda a este mensaje o llame a la biblioteca, por favor.",
    more: "Buscar algo nuevo",
  },
  partly: {
    subject: (id) => `Recibimos una parte de su pedido n.º ${id}`,
    preview: "Todavía falta una parte.",
    heading: "Una parte de su pedido está de vuelta",
    text: "Gracias por devolver lo siguiente:",
    out: "Falta devolver",
    lost: "Registrado como perdido",
    note: (due) =>
      due ? `Devuelva el resto a más tardar el ${due}.` : "Devuelva el resto lo antes posible, por favor.",
  },
};

/** What the emails about an order say. */
export const wordsIn = (language: LanguageCode) => ({ en: english, es: spanish })[language];
