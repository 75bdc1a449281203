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
  const begun = (window.begun = new Map())
  for (const { method, url, body, by } of calls) {
    if (by !== 'anyone' && (by === 'visitor') !== (token === null)) continue
    const headers = {
      'accept-language': locale,
      ...(token === null ? {} : { token: encodeURIComponent(token) }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    }
    const response = fetch(url, { method, headers, ...(body === undefined ? {} : { body }) })
    // Who takes it sees what went wrong.
    response.catch(() => {})
    begun.set(`${url} ${body ?? ''}`, { headers, response })
  }
  // An answer that nobody took by then is too old to be shown.
  setTimeout(() => begun.clear(), 20_000)
})()
