/** A `fetch` that reports how much of the body is sent, from 0 to 1, which the browser's own cannot. */
export function fetchWithProgress(onProgress: (share: number) => void): typeof fetch {
  return (url, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.upload.addEventListener('progress', ({ loaded, total }) =>
        onProgress(total > 0 ? loaded / total : 0),
      )
      request.addEventListener('load', () => {
        const type = request.getResponseHeader('content-type') ?? 'text/plain'
        resolve(
          new Response(request.responseText, { status: request.status, headers: { 'content-type': type } }),
        )
      })
      const fail = () => reject(signal?.reason ?? new TypeError('The network broke off'))
      request.addEventListener('error', fail)
      request.addEventListener('abort', fail)
      if (signal?.aborted) return fail()
      signal?.addEventListener('abort', () => request.abort())
      request.open(method, String(url))
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.send(body as XMLHttpRequestBodyInit | null)
    })
}
