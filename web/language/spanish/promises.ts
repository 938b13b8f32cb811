/** Orders by teaching days that are at risk. */
export const promises = {
  "You teach from {from} to {to}, and right now no copy will be back in time.":
    "Usted da clase del {from} al {to}, y por ahora ningún ejemplar estará de vuelta a tiempo.",
  "If you do nothing, we go on looking, and write when one is found.":
    "Si no hace nada, seguimos buscando y le escribiremos cuando aparezca uno.",
  "Your order is changed.": "Su pedido cambió.",
  "Remove “{title}” from the order?": "¿Quitar “{title}” del pedido?",
  "Remove it from the order": "Quitarlo del pedido",
  "Keep it": "Conservarlo",
  "Cancel the order": "Cancelar el pedido",
  "The titles of an order can be changed while it is New or Processing.":
    "Los materiales de un pedido se pueden cambiar mientras está Nuevo o En preparación.",
} as const;
