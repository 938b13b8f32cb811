/** Returns a cookie name that browsers accept over HTTPS only from this exact host. The cookie needs `Path=/`. */
export const cookieName = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);
