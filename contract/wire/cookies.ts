/** Returns a cookie name that, over https, browsers accept only from this exact host. The cookie needs `Path=/`. */
export const cookieName = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);
