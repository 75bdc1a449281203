// Before the first paint: a dark page never flashes white, and while the code of the page is fetched the calls that it
// will make are under way.
;(() => {
  const root = document.documentElement
  const chosen = localStorage.getItem('theme')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'
  root.dataset.senior = localStorage.getItem('senior') === 'on' ? 'on' : 'off'
  const { path, color, calls } = JSON.parse(document.getElementById('given')?.textContent ?? '{}')
  if (color && !localStorage.getItem('themeColor')) root.style.setProperty('--brand', color)

  const query = new URLSearchParams(location.search)
  // A window that looks on, or to which a token is handed, asks under another token; a page from the store is any page.
  if (path !== location.pathname || sessionStorage.getItem('look') || query.has('token') || query.has('tokenCode'))
    return
  const token = localStorage.getItem('token')
  const locale = localStorage.getItem('locale') ?? (/^zh/i.test(navigator.language) ? 'zh-CN' : 'en')
  const signed = {
    'accept-language': locale,
    page: path,
    ...(token === null ? {} : { token: encodeURIComponent(token) }),
  }
  const json = { ...signed, 'content-type': 'application/json' }
  const mine = calls.filter(({ by }) => by === 'anyone' || (by === 'visitor') === (token === null))
  const alone = ({ method, url, body }) =>
    fetch(url, body === undefined ? { method, headers: signed } : { method, headers: json, body })

  const begun = (window.begun = new Map())
  const open = new Map()
  mine.forEach(({ url, body }, n) => {
    const response = new Promise((resolve) => open.set(n, resolve))
    // Who takes it sees what went wrong.
    response.catch(() => {})
    begun.set(`${url} ${body ?? ''}`, { headers: body === undefined ? signed : json, response })
  })
  const give = (n, response) => {
    open.get(n)?.(response)
    open.delete(n)
  }

  /** Asks for all at once, and gives each its answer as soon as its line is there. */
  const askTogether = async () => {
    const asked = mine.map(({ method, url, body }) => ({ method, url, body }))
    const together = await fetch('/api/first-answers', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ calls: asked }),
    })
    // A server that has too much to do is not asked again by each of them.
    if (together.status === 503) mine.forEach((_, n) => give(n, together.clone()))
    if (!together.ok) return
    const reader = together.body.getReader()
    const letters = new TextDecoder()
    let text = ''
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = (text + letters.decode(part.value, { stream: true })).split('\n')
      text = lines.pop()
      for (const line of lines) {
        const { n, status, body } = JSON.parse(line)
        const headers = { 'content-type': 'application/json' }
        give(n, new Response(JSON.stringify(body), { status, headers }))
      }
    }
  }
  const askRest = () => open.forEach((_, n) => give(n, alone(mine[n])))
  if (mine.length > 0) askTogether().then(askRest, askRest)
  // An answer that nobody took by then is too old to be shown.
  setTimeout(() => begun.clear(), 20_000)
})()
