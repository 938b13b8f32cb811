/** Server and validation sentences for borrowers (contract/wire/messages.ts). */
export const said = {
  "Succesfully logged in.": "Ha iniciado sesión.",
  "Registration successful! Login to continue.": "¡Registro completado! Inicie sesión para continuar.",
  "Date is required.": "La fecha es obligatoria.",
  "What happened is required.": "Escriba qué pasó.",
  "This can’t be undone anymore. You can order again, or write to us.":
    "Esto ya no se puede deshacer. Puede volver a pedir o escribirnos.",
  "Choose a day from the day it shipped to today.": "Elija un día entre la fecha de envío y hoy.",
  "You told us two weeks ago or more that it’s on its way, and it isn’t here yet. Please call or write to us.":
    "Nos dijo hace dos semanas o más que está en camino, y aún no ha llegado. Llámenos o escríbanos, por favor.",
  "This order hasn’t shipped yet.": "Este pedido aún no se ha enviado.",
  "There are too many reports of this order. Please call or write to us.":
    "Hay demasiados avisos de este pedido. Llámenos o escríbanos.",
  "A photo is no longer here. Please add it again.": "Una foto ya no está aquí. Agréguela otra vez.",
  "You’ve added many photos today. Please send this as it is, or add more tomorrow.":
    "Hoy ya agregó muchas fotos. Envíe esto tal como está, o agregue más mañana.",
  "Choose a picture to upload.": "Elija una imagen.",
  "Upload one picture at a time.": "Envíe una imagen a la vez.",
  "The picture must be a JPEG, PNG, WebP, GIF, or AVIF file.":
    "La imagen debe ser un archivo JPEG, PNG, WebP, GIF o AVIF.",
  "The picture can’t be larger than 10 MB.": "La imagen no puede tener más de 10 MB.",
  "The picture cannot have more than 50 million pixels.": "La imagen no puede tener más de 50 millones de píxeles.",
  "The picture cannot have more than 20 million pixels.": "La imagen no puede tener más de 20 millones de píxeles.",
  "The picture can’t be more than 30,000 pixels wide or high.":
    "La imagen no puede tener más de 30,000 píxeles de ancho o de alto.",
  "This picture takes more memory to read than this library has. Save it smaller, or as a JPEG, then upload it again.":
    "Leer esta imagen requiere más memoria de la que tiene esta biblioteca. Guárdela más pequeña o como JPEG y envíela de nuevo.",
  "The picture is damaged and can’t be read.": "La imagen está dañada y no se puede leer.",
  "Updated.": "Datos actualizados.",
  "Password changed.": "Se cambió la contraseña.",
  "Item successfully added to your cart.": "El material se agregó a su carrito.",
  "Item removed from cart.": "El material se quitó del carrito.",
  "Order submitted.": "Pedido recibido.",
  "Thank you for your order!": "¡Gracias por su pedido!",
  "Please correct the invalid fields.": "Corrija los campos no válidos.",
  "Username is required. Only letters, numbers and '@ . - _' allowed.":
    "El nombre de usuario es obligatorio. Solo se permiten letras, números y '@ . - _'.",
  "Password is required.": "La contraseña es obligatoria.",
  "Verify password is required.": "Repita la contraseña.",
  "Passwords must match.": "Las contraseñas deben coincidir.",
  "This text cannot be longer than {most} characters.": "Este texto no puede tener más de {most} caracteres.",
  "Full name is required.": "El nombre completo es obligatorio.",
  "Email Address is required/invalid.": "El correo electrónico es obligatorio o no es válido.",
  "Phone Number is required/invalid.": "El número de teléfono es obligatorio o no es válido.",
  "School Name is required.": "El nombre de la escuela es obligatorio.",
  "School District is required.": "El distrito escolar es obligatorio.",
  "Street is required.": "La calle es obligatoria.",
  "City is required.": "La ciudad es obligatoria.",
  "State is required/invalid.": "El estado es obligatorio o no es válido.",
  "Zip is required/invalid.": "El código postal es obligatorio o no es válido.",
  "New password is required.": "La contraseña nueva es obligatoria.",
  "Verify new password is required.": "Repita la contraseña nueva.",
  "** User name/ Email Address is required.": "** El nombre de usuario o el correo electrónico es obligatorio.",
  "** New Password is required.": "** La contraseña nueva es obligatoria.",
  "** Verify Password is required.": "** Repita la contraseña.",
  "Quantity required.": "La cantidad es obligatoria.",
  "Quantity cannot exceed five.": "La cantidad no puede ser mayor que cinco.",
  Unauthorized: "Sin autorización",
  Forbidden: "Acceso prohibido",
  "You must login to proceed": "Debe iniciar sesión para continuar",
  "You do not have access to the requested page": "No tiene acceso a la página solicitada",
  "Redirected to Home Page": "Se le llevó a la página de inicio",
  "The library stopped new orders from this account: {because} What is out can still be seen and sent back.":
    "La biblioteca detuvo los pedidos nuevos de esta cuenta: {because} Lo prestado se puede seguir viendo y devolver.",
  "Redirected to Dashboard": "Se le llevó a la administración",
  "Invalid username/password!": "¡Nombre de usuario o contraseña incorrectos!",
  "Something went wrong": "Algo salió mal",
  "Ooops! Something went really wrong!": "¡Vaya! ¡Algo salió muy mal!",
  "Oops! Page not found...": "¡Vaya! No se encontró la página...",
  "There's no item to checkout!": "¡No hay ningún material en el carrito!",
  "No records to display.": "No hay resultados para mostrar.",
  "No records found.": "No se encontraron resultados.",
  "Only an order that has shipped can be renewed.": "Solo se puede renovar un pedido enviado.",
  "This order can’t be renewed again. Please send it back, or write to us.":
    "Este pedido no puede renovarse otra vez. Devuélvalo o escríbanos, por favor.",
  "This copy isn’t held for you anymore. If you still wait for the title, you keep your place in line.":
    "Este ejemplar ya no está apartado para usted. Si todavía espera el material, conserva su lugar en la fila.",
  "This title is in stock again. You can order it now.": "Este material está disponible otra vez. Ya puede pedirlo.",
  "You’re in line for many titles. Leave one of the lines first.":
    "Ya está en la fila de muchos materiales. Salga primero de una.",
  "Someone is waiting for these materials. Please send them back.":
    "Alguien espera estos materiales. Devuélvalos, por favor.",
  "This order is too long overdue to be renewed. Please send it back, or write to us.":
    "Este pedido tiene demasiado retraso para renovarse. Devuélvalo o escríbanos, por favor.",
  "No orders to display.": "No hay pedidos para mostrar.",
  "Username is already taken.": "Ese nombre de usuario ya está en uso.",
  "Password must be at least {least} characters.": "La contraseña debe tener al menos {least} caracteres.",
  "Current password is required.": "La contraseña actual es obligatoria.",
  "Current password is incorrect.": "La contraseña actual es incorrecta.",
  "If an account has this user name or email address, we’ve emailed it a link. The link works for 60 minutes.":
    "Si existe una cuenta con ese nombre de usuario o correo electrónico, le llegará un mensaje con un enlace. El enlace funciona durante 60 minutos.",
  "Your password has been changed. Log in with the new one.": "Se cambió su contraseña. Inicie sesión con la nueva.",
  "This reset link is no longer valid.": "Este enlace para restablecer la contraseña ya no es válido.",
  "Only {left} in stock.": "Disponibles: solo {left}.",
  "An order can have at most {most} titles. Remove some, then order the rest later.":
    "Un pedido puede tener como máximo {most} títulos. Quite algunos y pida el resto más tarde.",
  "You can have at most {most} copies ordered and out at a time. You already have {now}.":
    "Puede tener como máximo {most} ejemplares pedidos y prestados a la vez. Ya tiene {now}.",
  "You can place at most {most} orders in 24 hours. Please come back later.":
    "Puede hacer como máximo {most} pedidos en 24 horas. Vuelva más tarde, por favor.",
  "Before you order again, please settle what is lost or damaged: your account lists it. Staff can tell you more.":
    "Antes de volver a pedir, resuelva lo que está perdido o dañado, por favor: su cuenta lo muestra. El personal puede darle más información.",
  "Confirm your email address to borrow more. Your account page can email you the link.":
    "Confirme su correo electrónico para pedir más. Desde la página de su cuenta puede pedir el enlace.",
  'Only {left} of "{title}" in stock.': "Disponibles de “{title}”: solo {left}.",
  '"{title}" is out of stock.': "“{title}” no está disponible.",
  "This is one of the most common passwords. Choose another; a few words you can remember work best.":
    "Es una de las contraseñas más comunes. Elija otra; lo mejor son varias palabras que usted recuerde.",
  "This password is made of your name, your school, or the library’s. Choose another; a few words you can remember work best.":
    "Esta contraseña está hecha con su nombre, su escuela o la biblioteca. Elija otra; lo mejor son varias palabras que usted recuerde.",
  "Too many wrong passwords for this user name. To log in now, choose “Reset password” and open the link in your email. You can then log in with the password you have.":
    "Demasiadas contraseñas incorrectas para este nombre de usuario. Para entrar ahora, elija “Restablecer la contraseña” y abra el enlace del correo. Después puede entrar con la contraseña que tiene.",
  "Too many requests. Please wait a moment and try again.":
    "Demasiadas solicitudes. Espere un momento e intente de nuevo.",
  "The library is busy right now. Please try again in a moment.":
    "La biblioteca está muy ocupada en este momento. Intente de nuevo en un momento.",
  "There is no room left to save anything. Nothing was saved; please try again later.":
    "No queda espacio para guardar nada. No se guardó nada; intente de nuevo más tarde.",
  "We can’t reach the library. Check your connection and try again.":
    "No se puede conectar con la biblioteca. Revise su conexión e intente de nuevo.",
  "Not found": "No encontrado",
  "The Terms and Responsibilities have changed. Please read them, then proceed again.":
    "Los Términos y responsabilidades cambiaron. Léalos y vuelva a continuar.",
  "Thank you. We sent an email to that address. Follow its link to join the list.":
    "Gracias. Enviamos un mensaje a esa dirección; siga el enlace que contiene para unirse a la lista.",
  "The mailing list isn’t taking sign-ups right now.": "Por el momento la lista de correo no acepta suscripciones.",
  "You’re on the list.": "Ya está en la lista.",
  "You’re off the list.": "Ya no está en la lista.",
  "We’ve emailed you a link. It works for 14 days.": "Le enviamos un enlace. Funciona durante 14 días.",
  "The library isn’t sending these links right now.": "La biblioteca no envía estos enlaces en este momento.",
  "Your email address is confirmed.": "Su correo electrónico está confirmado.",
  "The library is already packing this order. Please call or write us to change its days.":
    "La biblioteca ya está preparando este pedido. Llámenos o escríbanos para cambiar los días.",
  "The days of an order can be changed while it is New or Processing.":
    "Los días de un pedido se pueden cambiar mientras es nuevo o está en preparación.",
  "First day is required.": "El primer día es obligatorio.",
  "The library is already packing this order. Please call or write us to change or cancel it.":
    "La biblioteca ya está preparando este pedido. Llámenos o escríbanos para cancelarlo.",
  "This link is no longer valid.": "Este enlace ya no es válido.",
  '"{title}" is not free for those days.': "“{title}” no está disponible en esos días.",
  'Only {left} of "{title}" free for those days.': "Solo hay {left} de “{title}” en esos días.",
  "Free from {from} to {to}.": "Disponible del {from} al {to}.",
  "Free from {before} to {until}, or from {from} to {to}.": "Disponible del {before} al {until}, o del {from} al {to}.",
  "Free from {before} to {until}.": "Disponible del {before} al {until}.",
  "That is too soon for the mail. The first day of teaching can be {first}.":
    "Es demasiado pronto para el correo. El primer día de clase puede ser el {first}.",
  "That is too far ahead. The first day of teaching can be {last} at the latest.":
    "Es demasiado lejano. El primer día de clase puede ser el {last} a más tardar.",
  "Teaching days can be {most} days at most.": "Los días de clase pueden ser {most} como máximo.",
} as const;
