import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { readFileSync } from 'node:fs'
import { menuTree, urlsOf } from '../features/session/rules.ts'
import { safeRedirect, withRedirect } from '../features/session/web/redirect.ts'
import { openWindow } from '../test/window.ts'
import { mayOpen } from './sidebar.ts'

openWindow()
const { titleOf } = await import('./title.ts')
const { changePasswordFirst, guard, guardFailure, publicPaths, readAddress, signOutPath } = await import(
  './guard.ts'
)
const { answerOffer, isHanded, readOffer, readToken, saveToken, tokenHeader, tryToken } = await import(
  '../web/token.ts'
)

const visit = { search: '', hasToken: false, index2Open: '1' }
const cookies = () => document.cookie
const goTo = (address: string) => window.history.replaceState(null, '', address)

beforeEach(() => {
  localStorage.clear()
  document.cookie = 'token=; Path=/; Max-Age=0'
  answerOffer(false)
  Object.defineProperty(globalThis, 'history', { value: window.history, configurable: true })
  goTo('/')
})

test('every public path of the specification needs no token', () => {
  const rows = readFileSync(new URL('../docs/ledger.tsv', import.meta.url), 'utf8')
    .split('\n')
    .map((line) => line.split('\t'))
  const listed = rows.filter((row) => row[2] === 'public-path').map((row) => row[5]!)
  assert.equal(listed.length, 33)
  for (const path of listed) {
    assert.ok(publicPaths.includes(path), path)
    assert.equal(guard({ ...visit, path }), null, path)
    for (const respCode of [401, 403, -1])
      assert.equal(guardFailure({ path, search: '', respCode }), null, path)
  }
  for (const near of ['/Login', '/login/', '/vocregister', '/v2', '/v2/go-pay/1', '/mine']) {
    assert.notEqual(guard({ ...visit, path: near }), null, near)
  }
})

test('any other path without a token goes to the login page with the wanted path, query and hash included', () => {
  assert.equal(
    guard({ ...visit, path: '/order-manage/list', search: '?page=2' }),
    '/login?redirect=%2Forder-manage%2Flist%3Fpage%3D2',
  )
  assert.equal(
    guard({ ...visit, path: '/order-manage/list', search: '?page=2', hash: '#row-7' }),
    '/login?redirect=%2Forder-manage%2Flist%3Fpage%3D2%23row-7',
  )
  assert.equal(guard({ ...visit, path: '/nowhere' }), '/login?redirect=%2Fnowhere')
  assert.equal(guard({ ...visit, path: '/order-manage/list', hasToken: true }), null)
})

test('/index2 closes with "0" and keeps the query; absent counts as open', () => {
  assert.equal(guard({ ...visit, path: '/index2', search: '?unitId=7', index2Open: '0' }), '/login?unitId=7')
  assert.equal(
    guard({ ...visit, path: '/index2', search: '?unitId=7', index2Open: '0', hasToken: true }),
    '/login?unitId=7',
  )
  assert.equal(guard({ ...visit, path: '/index2' }), null)
  assert.equal(guard({ ...visit, path: '/index2', index2Open: undefined }), null)
})

test('/login with a token passes straight through', () => {
  assert.equal(guard({ ...visit, path: '/login', hasToken: true }), null)
})

test('token and tokenCode are saved as the session token and stripped from the address', () => {
  goTo('/my?token=abc&unitId=7#top')
  readAddress()
  assert.deepEqual([readToken(), readOffer()], [null, 'abc'])
  assert.doesNotMatch(cookies(), /token=abc/)
  answerOffer(true)
  assert.equal(readToken(), 'abc')
  assert.match(cookies(), /token=abc/)
  assert.equal(isHanded('abc'), true)
  assert.equal(location.pathname + location.search + location.hash, '/my?unitId=7#top')
  localStorage.clear()
  goTo('/my?token=abc&tokenCode=def')
  readAddress()
  answerOffer(true)
  assert.equal(readToken(), 'def')
  assert.equal(location.search, '')
  localStorage.clear()
  goTo('/my?tokenCode=&token=ghi')
  readAddress()
  answerOffer(true)
  assert.equal(readToken(), 'ghi')
})

test('a ticket signs a stranger in without a question, and nobody out', () => {
  goTo('/my?token=t.abc')
  readAddress()
  assert.deepEqual([readToken(), readOffer()], ['t.abc', null])
  saveToken('mine')
  goTo('/my?token=t.def')
  readAddress()
  assert.deepEqual([readToken(), readOffer()], ['mine', 't.def'])
})

test('the literal null clears the token; no token in the address changes nothing', () => {
  saveToken('abc')
  goTo('/my?unitId=7')
  readAddress()
  assert.equal(readToken(), 'abc')
  goTo('/my?token=null&unitId=7')
  readAddress()
  assert.equal(readToken(), null)
  assert.doesNotMatch(cookies(), /token=abc/)
  assert.equal(location.search, '?unitId=7')
})

test('a token in the address does not replace another before the person confirmed', () => {
  saveToken('mine')
  goTo('/my?token=theirs')
  readAddress()
  assert.equal(readToken(), 'mine')
  assert.equal(readOffer(), 'theirs')
  assert.equal(location.search, '')
  answerOffer(false)
  assert.equal(readOffer(), null)
  assert.equal(readToken(), 'mine')
  goTo('/my?tokenCode=theirs')
  readAddress()
  answerOffer(true)
  assert.equal(readToken(), 'theirs')
  assert.equal(isHanded('theirs'), true)
  goTo('/my?token=theirs')
  readAddress()
  assert.equal(readOffer(), null)
})

test('the title is made of the page and the portal’s projectTitle', () => {
  assert.equal(titleOf('登录', '某市继续教育'), '登录 · 某市继续教育')
  assert.equal(titleOf('登录', undefined), '登录')
})

test('routes remain if the menu has their url at any depth, hidden ones always', () => {
  const page = (path: string, hidden = false) => ({
    path,
    hidden,
    frame: 'admin' as const,
    title: ['', ''] as const,
    load: () => Promise.reject(new Error('not drawn here')),
  })
  const menus = new Set(urlsOf(menuTree(['/order-manage/list', '/train-manage/a/b/c'])))
  assert.ok(mayOpen(page('/order-manage/list'), menus))
  assert.ok(mayOpen(page('/train-manage/a/b/c'), menus))
  assert.ok(!mayOpen(page('/order-manage/other'), menus))
  assert.ok(mayOpen(page('/order-manage/detail', true), menus))
  assert.ok(mayOpen(page('/order-manage/detail', true), new Set()))
})

test('after logout learners go to /login, be it 3 or "3", and everyone else to /admin-login', () => {
  assert.equal(signOutPath(3), '/login')
  assert.equal(signOutPath('3'), '/login')
  for (const other of [1, 2, '1', '2', null, undefined]) assert.equal(signOutPath(other), '/admin-login')
})

test('user info that cannot be loaded leads to the login with redirect and query; on a public path one stays', () => {
  const failure = { path: '/order-manage/list', search: '?page=2&state=paid', respCode: 401 }
  assert.equal(
    guardFailure(failure),
    '/login?redirect=%2Forder-manage%2Flist%3Fpage%3D2%26state%3Dpaid&page=2&state=paid',
  )
  assert.equal(guardFailure({ ...failure, search: '' }), '/login?redirect=%2Forder-manage%2Flist')
  assert.equal(
    guardFailure({ ...failure, search: '', hash: '#row-7' }),
    '/login?redirect=%2Forder-manage%2Flist%23row-7',
  )
  assert.equal(guardFailure({ ...failure, path: '/publicClass' }), null)
})

test('a second factor that is awaited leads to its step from everywhere but there', () => {
  assert.equal(
    guardFailure({ path: '/home/index', search: '', respCode: 428 }),
    '/admin-login?redirect=%2Fhome%2Findex',
  )
  assert.equal(guardFailure({ path: '/login', search: '?redirect=%2F', respCode: 428 }), '/admin-login')
  assert.equal(guardFailure({ path: '/admin-login', search: '', respCode: 428 }), null)
})

test('anyone with a password set by someone else must change it before opening any other page', () => {
  for (const path of ['/my', '/v2/my'])
    assert.equal(changePasswordFirst(path, '', true), '/my?tab=account', path)
  assert.equal(
    changePasswordFirst('/student/cart', '?from=7', true),
    '/my?tab=account&redirect=%2Fstudent%2Fcart%3Ffrom%3D7',
  )
  assert.equal(
    changePasswordFirst('/home/index', '', false),
    '/admin-login?redirect=%2Fhome%2Findex',
    'staff change it in the office',
  )
  assert.equal(changePasswordFirst('/admin-login', '?redirect=%2Fhome%2Findex', false), null)
  assert.equal(changePasswordFirst('/my', '?tab=account', true), null)
  assert.equal(changePasswordFirst('/login', '', true), null)
  assert.equal(changePasswordFirst('/publicClass', '', true), null)
})

test('a role’s token travels percent-encoded; one the server refuses leaves the token that was there', async () => {
  saveToken('mine')
  await tryToken('财务-token', async () => {
    assert.equal(tokenHeader(), '%E8%B4%A2%E5%8A%A1-token')
  })
  assert.equal(readToken(), '财务-token')
  assert.match(cookies(), /token=%E8%B4%A2/)
  const refused = tryToken('审计-token', () => Promise.reject(new Error('403')))
  await assert.rejects(refused, /403/)
  assert.equal(readToken(), '财务-token')
})

test('a redirect leads only to a path of this portal, and is passed on between login pages', () => {
  assert.equal(safeRedirect('/my?year=2023'), '/my?year=2023')
  for (const evil of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/a\nb',
    '/login?redirect=%2Fmy',
    '/register',
    '',
    null,
  ]) {
    assert.equal(safeRedirect(evil), null, String(evil))
  }
  const query = new URLSearchParams({ redirect: '/detail-public?id=7#outline', unitId: 'u' })
  assert.equal(
    withRedirect('/login?reason=reset', query),
    '/login?reason=reset&redirect=%2Fdetail-public%3Fid%3D7%23outline',
  )
  assert.equal(withRedirect('/register', query), '/register?redirect=%2Fdetail-public%3Fid%3D7%23outline')
  assert.equal(withRedirect('/register', new URLSearchParams('redirect=//evil.example')), '/register')
})
