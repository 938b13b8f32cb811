/** Orders by teaching days that are at risk. */
export const promises = {
  "The days of your order": "Los días de su pedido",
  "your order": "su pedido",
  "Your order is changed.": "Su pedido cambió.",
  "We emailed you what it is now.": "Le enviamos un mensaje con los cambios.",
  "This link is over.": "Este enlace ya no sirve.",
  "Nothing of your order is at risk.": "Nada de su pedido está en riesgo.",
  "You need not do anything.": "No tiene que hacer nada.",
  "You teach from {from} to {to}, and right now no copy will be back in time.":
    "Usted da clase del {from} al {to}, y por ahora ningún ejemplar estará de vuelta a tiempo.",
  "If you do nothing, we go on looking, and write when one is found.":
    "Si no hace nada, seguimos buscando y le escribiremos cuando aparezca uno.",
  "Other days for the whole order": "Otros días para todo el pedido",
  "{from} to {to}": "Del {from} al {to}",
  "Take “{title}” instead": "Tomar “{title}” en su lugar",
  "Do without it": "Prescindir de él",
  "Cancel the order": "Cancelar el pedido",
  "This link is over: nothing of the order is at risk anymore, or it was changed.":
    "Este enlace ya no sirve: nada del pedido está en riesgo, o el pedido cambió.",
  "The titles of an order can be changed while it is New or Processing.":
    "Los materiales de un pedido se pueden cambiar mientras está Nuevo o En preparación.",
} as const;
