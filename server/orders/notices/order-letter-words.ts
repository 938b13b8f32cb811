import type { unconfirmedLimits } from "#contract/orders/teaching-days.ts";
import type { LanguageCode } from "#contract/site/languages.ts";

const english = {
  order: "Order",
  number: (id: number) => `#${id}`,
  trackingNumber: "Tracking number",
  shipped: "Shipped",
  mailBackBy: "Mail it back by",
  backAndDue: (back: string, due: string) => `${back} so that it reaches us by ${due}`,
  reachesUs: (due: string) => `So that it reaches us by ${due}:`,
  calendar: (id: number) => `Mail library order #${id} back`,
  expectBy: "Expect it by",
  shipsTo: "Ships to",
  sendBackTo: "Send it back to",
  viewOrder: "View your order",
  days: {
    shipBy: "Ships by",
    arriveBy: "Arrives by",
    teach: "Teaching dates",
    leaves: (id: number) => `Last day for the library to ship order #${id}`,
    arrives: (id: number) => `Library order #${id} should have arrived`,
    teaching: (id: number) => `Class with library order #${id}`,
  },
  received: {
    subject: (id: number) => `We received your order #${id}`,
    preview: "We’ll email you when it ships.",
    heading: "Thank you for your order!",
    text: "We’ve got your order, and we’ll email you when it ships.",
    note: "Borrowing is free. You pay return shipping; the packing slip gives an estimate.",
    byPhone:
      "We placed this order for you, as you asked by phone. It’s subject to the Terms and Responsibilities that we went over with you. To see it online, log in. If you don’t have a password yet, or don’t know your username, choose “Reset password” and enter this email address.",
    confirm: {
      text: ({ hours, ahead }: typeof unconfirmedLimits) =>
        `Please confirm that you get our emails. If you don’t within ${hours} hours, we’ll cancel this order. Until you do, you can only reserve dates in the next ${ahead} days.`,
      textByPhone:
        "Please confirm that you get our emails. Until you do, we can’t email you about changes to your orders.",
      button: "Confirm my email address",
    },
  },
  sent: {
    subject: (id: number) => `Your order #${id} is on its way`,
    preview: (back: string | null) => (back ? `Mail it back by ${back}.` : "It has shipped."),
    heading: "Your order is on its way",
    text: "We’ve shipped your package. Allow 3-5 business days.",
    note: "Please mail everything back on time, insured and with tracking. The attached file adds the date to your calendar.",
  },
  back: {
    subject: (id: number) => `Your order #${id} is back`,
    preview: "Thank you for returning it.",
    heading: "Your order is back",
    text: "Everything is back. Thank you for taking good care of it.",
    incomplete: "Everything is back except for the items below. Thank you for returning it.",
    more: "Find something new",
  },
  problems: {
    heading: "Missing or damaged",
    missing: (parts: string) => (parts ? `missing: ${parts}` : "parts are missing"),
    damaged: "damaged",
    note: "If you find a missing part, please send it to us. If you have a question, reply to this email.",
  },
  changed: {
    subject: (id: number) => `Your order #${id} was changed`,
    preview: "The library changed the items in it.",
    heading: "Your order was changed",
    text: "The library changed the items in your order:",
    added: (title: string) => `Added: ${title}`,
    removed: (title: string) => `Removed: ${title}`,
    other: (title: string, before: number, after: number) => `${title}: ${after} instead of ${before}`,
    now: "Your order now",
    note: "If this isn’t what you need, please reply to this email or call the library.",
  },
  ownChange: {
    preview: "Here’s your order after your change.",
    text: "We made the change you asked for. Here’s your order now:",
  },
  moved: {
    preview: "Your order has new dates.",
    text: "The library changed the dates of your order. Here are the new ones:",
  },
  canceled: {
    subject: (id: number) => `Your order #${id} is canceled`,
    preview: "Nothing will be shipped.",
    heading: "Your order is canceled",
    text: "This order is canceled, so nothing will be shipped.",
    reason: "Reason",
    note: "If you didn’t expect this, please reply to this email or call the library.",
    calendar: "The attached file removes the dates from your calendar.",
    more: "Find something new",
  },
  correction: {
    subject: (id: number) => `Correction: your order #${id}`,
    preview: "Please ignore our last email about it.",
    heading: "Please ignore our last email",
    mistakes: {
      cancel: "We told you that this order was canceled. That was our mistake. You’ll still get it.",
      shipped: "We told you that this order was on its way. That was our mistake. We’ll email you when it ships.",
      return: "We told you that we got this order back. That was our mistake. You still have part of it.",
    },
  },
  partly: {
    subject: (id: number) => `We received part of your order #${id}`,
    preview: "Here’s what we received.",
    heading: "Part of your order is back",
    text: "Thank you for returning these:",
    out: "Still to return",
    lost: "Recorded as lost",
    note: (back: string, due: string) => `Please mail the rest back by ${back} so that it reaches us by ${due}.`,
    soon: "Please return the rest as soon as you can.",
    late: (due: string) => `The rest was due on ${due}. Please return it as soon as you can.`,
  },
  dueChanged: {
    subject: (id: number, back: string) => `New date for order #${id}: mail it back by ${back}`,
    preview: "The due date has changed.",
    heading: (back: string) => `Mail it back by ${back}`,
    part: (id: number, back: string) => `New date for part of order #${id}: mail it back by ${back}`,
    partHeading: (back: string) => `Mail one item back by ${back}`,
    partText: (back: string, due: string) =>
      `The due date of one item in your order has changed. The rest keeps its due date. Please mail this item back by ${back} so that it reaches us by ${due}:`,
    text: (back: string, due: string) =>
      `The due date of your order has changed. Please mail these items back by ${back} so that they reach us by ${due}:`,
    note: "The attached file updates the date in your calendar.",
  },
};

const spanish: typeof english = {
  order: "Pedido",
  number: (id) => `núm. ${id}`,
  trackingNumber: "Número de rastreo",
  shipped: "Fecha de envío",
  mailBackBy: "Envíelo de regreso a más tardar el",
  backAndDue: (back, due) => `${back} para que nos llegue a más tardar el ${due}`,
  reachesUs: (due) => `Para que nos llegue a más tardar el ${due}:`,
  calendar: (id) => `Enviar de regreso el pedido núm. ${id} de la biblioteca`,
  expectBy: "Le llegará a más tardar el",
  shipsTo: "Se envía a",
  sendBackTo: "Devuélvalo a",
  viewOrder: "Ver su pedido",
  days: {
    shipBy: "Se envía a más tardar el",
    arriveBy: "Llega a más tardar el",
    teach: "Fechas de clase",
    leaves: (id) => `Último día para que la biblioteca envíe el pedido núm. ${id}`,
    arrives: (id) => `El pedido núm. ${id} de la biblioteca debería haber llegado`,
    teaching: (id) => `Clase con el pedido núm. ${id} de la biblioteca`,
  },
  received: {
    subject: (id) => `Recibimos su pedido núm. ${id}`,
    preview: "Le escribiremos cuando lo enviemos.",
    heading: "¡Gracias por su pedido!",
    text: "Recibimos su pedido y le escribiremos cuando lo enviemos.",
    note: "El préstamo es gratuito. Usted paga el envío de devolución; la lista de empaque que viene con el pedido da un costo aproximado.",
    byPhone:
      "Hicimos este pedido por usted, como lo pidió por teléfono. Se aplican los Términos y responsabilidades que le explicamos por teléfono. Para verlo en línea, inicie sesión. Si todavía no tiene contraseña o no sabe su nombre de usuario, elija “Restablecer la contraseña” e ingrese este correo electrónico.",
    confirm: {
      text: ({ hours, ahead }) =>
        `Confirme que recibe nuestros mensajes, por favor. Si no lo hace en ${hours} horas, cancelaremos este pedido. Mientras tanto, solo puede reservar fechas de los próximos ${ahead} días.`,
      textByPhone:
        "Confirme que recibe nuestros mensajes, por favor. Hasta entonces no podremos escribirle sobre los cambios en sus pedidos.",
      button: "Confirmar mi correo electrónico",
    },
  },
  sent: {
    subject: (id) => `Su pedido núm. ${id} va en camino`,
    preview: (back) => (back ? `Envíelo de regreso a más tardar el ${back}.` : "Ya lo enviamos."),
    heading: "Su pedido va en camino",
    text: "Ya enviamos su paquete. Puede tardar de 3 a 5 días hábiles.",
    note: "Envíe todo de regreso a tiempo, asegurado y con una empresa de mensajería que permita rastrearlo. El archivo adjunto agrega la fecha a su calendario.",
  },
  back: {
    subject: (id) => `Recibimos la devolución de su pedido núm. ${id}`,
    preview: "Gracias por devolverlo.",
    heading: "Recibimos su devolución",
    text: "Ya recibimos todo. Gracias por cuidarlo.",
    incomplete: "Ya recibimos todo, excepto lo que se indica abajo. Gracias por devolverlo.",
    more: "Buscar algo nuevo",
  },
  problems: {
    heading: "Faltantes o dañados",
    missing: (parts) => (parts ? `falta: ${parts}` : "faltan piezas"),
    damaged: "dañado",
    note: "Si encuentra una pieza que falta, envíenosla, por favor. Si tiene preguntas, responda a este mensaje.",
  },
  changed: {
    subject: (id) => `Cambió su pedido núm. ${id}`,
    preview: "La biblioteca cambió los materiales.",
    heading: "Su pedido cambió",
    text: "La biblioteca cambió los materiales de su pedido:",
    added: (title) => `Se agregó: ${title}`,
    removed: (title) => `Se quitó: ${title}`,
    other: (title, before, after) => `${title}: ${after} en lugar de ${before}`,
    now: "Su pedido ahora",
    note: "Si no es lo que necesita, responda a este mensaje o llame a la biblioteca, por favor.",
  },
  ownChange: {
    preview: "Así quedó su pedido después del cambio.",
    text: "Hicimos el cambio que pidió. Así quedó su pedido:",
  },
  moved: {
    preview: "Su pedido tiene fechas nuevas.",
    text: "La biblioteca cambió las fechas de su pedido. Las nuevas son:",
  },
  canceled: {
    subject: (id) => `Su pedido núm. ${id} fue cancelado`,
    preview: "No se enviará nada de este pedido.",
    heading: "Su pedido fue cancelado",
    text: "Este pedido está cancelado, así que no le enviaremos nada.",
    reason: "Motivo",
    note: "Si no lo esperaba, responda a este mensaje o llame a la biblioteca, por favor.",
    calendar: "El archivo adjunto quita las fechas de su calendario.",
    more: "Buscar algo nuevo",
  },
  correction: {
    subject: (id) => `Corrección: su pedido núm. ${id}`,
    preview: "No tome en cuenta nuestro mensaje anterior.",
    heading: "No tome en cuenta nuestro mensaje anterior",
    mistakes: {
      cancel: "Le dijimos que este pedido fue cancelado. Fue un error nuestro: sí lo recibirá.",
      shipped: "Le dijimos que este pedido iba en camino. Fue un error nuestro. Le escribiremos cuando lo enviemos.",
      return: "Le dijimos que ya habíamos recibido este pedido. Fue un error nuestro: usted todavía tiene una parte.",
    },
  },
  partly: {
    subject: (id) => `Recibimos una parte de su pedido núm. ${id}`,
    preview: "Esto es lo que recibimos.",
    heading: "Recibimos una parte de su devolución",
    text: "Gracias por devolver lo siguiente:",
    out: "Falta devolver",
    lost: "Registrado como perdido",
    note: (back, due) =>
      `Envíe el resto de regreso a más tardar el ${back} para que nos llegue a más tardar el ${due}, por favor.`,
    soon: "Devuelva el resto lo antes posible, por favor.",
    late: (due) => `El resto debía devolverse el ${due}. Devuélvalo lo antes posible, por favor.`,
  },
  dueChanged: {
    subject: (id, back) => `Nueva fecha del pedido núm. ${id}: envíelo de regreso a más tardar el ${back}`,
    preview: "Cambió la fecha límite de devolución.",
    heading: (back) => `Envíelo de regreso a más tardar el ${back}`,
    part: (id, back) => `Nueva fecha de una parte del pedido núm. ${id}: envíela de regreso a más tardar el ${back}`,
    partHeading: (back) => `Envíe un material de regreso a más tardar el ${back}`,
    partText: (back, due) =>
      `Cambió la fecha límite de devolución de un material de su pedido. Las demás fechas no cambian. Envíe este de regreso a más tardar el ${back} para que nos llegue a más tardar el ${due}:`,
    text: (back, due) =>
      `Cambió la fecha límite de devolución de su pedido. Envíe lo siguiente de regreso a más tardar el ${back} para que nos llegue a más tardar el ${due}:`,
    note: "El archivo adjunto actualiza la fecha en su calendario.",
  },
};

export const wordsIn = (language: LanguageCode) => ({ en: english, es: spanish })[language];
