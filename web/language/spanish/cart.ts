/** The cart and the checkout. */
export const cart = {
  Quantity: "Cantidad",
  "1 in stock": "1 disponible",
  "{n} in stock": "{n} disponibles",
  "Add to Cart": "Agregar al carrito",
  "Add to cart": "Agregar al carrito",
  "Add to cart: {title}": "Agregar al carrito: {title}",
  "Out of stock": "No disponible",
  "Your cart": "Su carrito",
  "your cart": "su carrito",
  "Your cart is empty.": "Su carrito está vacío.",
  "Find something to borrow": "Buscar algo para pedir prestado",
  "Items you add stay here until you check out.": "Lo que agregue se queda aquí hasta que haga su pedido.",
  "Quantity of {title}": "Cantidad de {title}",
  "Remove {title}": "Quitar {title}",
  Remove: "Quitar",
  "Remove “{title}” from your cart?": "¿Quitar “{title}” de su carrito?",
  "Out of stock. Remove it to check out.": "No disponible. Quítelo para poder hacer su pedido.",
  Checkout: "Hacer el pedido",
  "Total items": "Total de materiales",
  "Ship to": "Enviar a",
  "Shipping to you is free. You pay return shipping, roughly $4-12.":
    "El envío es gratis. Usted paga la devolución, aproximadamente de $4 a $12.",
  "Your order wasn’t placed.": "No se hizo su pedido.",
  "Change the quantity or remove the item, then proceed again.":
    "Cambie la cantidad o quite el material y vuelva a continuar.",
  Login: "Entrar",
  Proceed: "Continuar",
  "Log in to check out. Your cart stays with you. <terms>Terms and Responsibilities</terms>":
    "Inicie sesión para hacer su pedido; su carrito se conserva. <terms>Términos y responsabilidades</terms>",
  "By proceeding you accept the <terms>Terms and Responsibilities</terms>":
    "Al continuar, usted acepta los <terms>Términos y responsabilidades</terms>",
  "Terms and Responsibilities": "Términos y responsabilidades",
  "Log in to see your address.": "Inicie sesión para ver su dirección.",
  "your address": "su dirección",
  "Change it in your account": "Cambiarla en su cuenta",
} as const;
