/**
 * The name of a cookie that only this very host may set: with https, browsers take a name with this prefix from nobody
 * else, other hosts of the domain included. It needs `Path=/`. The name of the anti-forgery cookie is fixed.
 */
export const cookieName = (name: string, isSecure: boolean): string => (isSecure ? `__Host-${name}` : name);
