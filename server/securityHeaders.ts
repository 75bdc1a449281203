/**
 * Security headers of the built files of the pages, whose name says their content: no document that could do anything.
 * They are fetched by the dozen over slow lines.
 */
export function fileHeaders(isHttps: boolean): Readonly<Record<string, string>> {
  return {
    'cross-origin-resource-policy': 'same-site',
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
    'x-content-type-options': 'nosniff',
  }
}

/**
 * Security headers of every other response. Built once at start: built for each response they would
 * cost a tenth of a short call. `scripts` are hashes of those that are written into a page.
 */
export function securityHeaders(
  isHttps: boolean,
  scripts: readonly string[] = [],
): Readonly<Record<string, string>> {
  const policy = [
    "default-src 'self'",
    "base-uri 'self'",
    "font-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'self'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    ["script-src 'self'", ...scripts.map((hash) => `'${hash}'`)].join(' '),
    "script-src-attr 'none'",
    "style-src 'self' 'unsafe-inline'",
    "media-src 'self' blob:",
    "worker-src 'self' blob:",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ]
  return {
    'content-security-policy': policy.join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-site',
    'origin-agent-cluster': '?1',
    // What the pages use of the device: the camera for a face, and the whole screen for a video.
    'permissions-policy':
      'camera=(self), fullscreen=(self), picture-in-picture=(self), clipboard-write=(self), microphone=(), geolocation=(), payment=(), usb=(), serial=(), bluetooth=(), midi=(), display-capture=()',
    'referrer-policy': 'no-referrer',
    ...(isHttps ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    'x-xss-protection': '0',
  }
}
