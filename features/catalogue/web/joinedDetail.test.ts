import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import type { CatalogueClass } from '../contract.ts'

process.env.TZ = 'Asia/Shanghai'
const { show, sent, screen } = await openRenderer()
const { default: ClassDetailPage } = await import('./ClassDetailPage.tsx')

const video = (id: string, title: string) => ({
  id,
  title,
  durationSeconds: 100,
  trialUrl: '/trial.mp4',
})
const studied = (itemId: string, state: string, watchedSeconds: number) => ({
  itemId,
  state,
  watchedSeconds,
  durationSeconds: 100,
})
const detail = {
  id: 'c1',
  name: '急救',
  classType: 'public',
  categoryName: '现场急救',
  year: 2023,
  hoursTenths: 80,
  heldTenths: 0,
  price: 6800,
  originalPrice: 6800,
  unitObstacle: null,
  awaitsUnit: false,
  coverKey: null,
  placesLeft: null,
  placesHeld: 0,
  signUpFrom: null,
  signUpTo: null,
  studyTo: null,
  personnelCategories: [],
  regions: [],
  mismatch: null,
  introduction: '<p>介绍</p>',
  requiredHoursTenths: 80,
  electiveMinTenths: 0,
  courses: [
    {
      id: 'k1',
      name: '急救要点',
      teacherName: '',
      teacherIntroduction: '',
      hoursTenths: 80,
      attribute: 'required',
      items: [video('i1', '心肺复苏'), video('i2', '止血'), video('i3', '包扎')],
    },
  ],
  exam: null,
  certificateName: null,
}
const ownProcess = {
  requiredItems: 3,
  requiredDone: 1,
  electiveTenths: 0,
  electiveMinTenths: 0,
  offeredTenths: 0,
  studyDone: false,
  exam: null,
  expiresAt: '2023-12-31T15:59:59.000Z',
  courses: [{ items: [studied('i1', 'done', 100), studied('i2', 'started', 40), studied('i3', 'none', 0)] }],
}

async function open(
  joined: CatalogueClass['joined'],
  more: object = {},
  locale: 'zh-CN' | 'en' = 'zh-CN',
): Promise<string[]> {
  await show(createElement(ClassDetailPage), {
    at: '/detail-public?id=c1',
    locale,
    answers: {
      '/login/get-system-config.action': { settings: {}, info: {} },
      '/base/class-entity/find-class-detail.action': { ...detail, joined, ...more },
      '/api/my-class-process.action': ownProcess,
    },
  })
  return screen
    .getAllByRole('listitem')
    .flatMap(({ textContent }) => (/1:40/.test(textContent) ? [textContent] : []))
}
const active = {
  enrolmentId: 'e1',
  status: 'active',
  progress: 4600,
  suspended: false,
  refunding: false,
} as const

test('the outline of a class that is studied says what is done and leads to each video, and offers no trial', async () => {
  assert.deepEqual(await open(active), ['心肺复苏✓ 已学完1:40', '止血已学 40%1:40', '包扎未学1:40'])
  const link = screen.getByRole('link', { name: '止血' })
  assert.equal(link.getAttribute('href'), '/student/study-page?enrolmentId=e1&itemId=i2')
  assert.ok(!screen.queryByRole('button', { name: /试看/ }))
  const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  assert.deepEqual(headings.slice(0, 2), ['课程目录', '班级介绍'])
})

test('its head says how far it is, what is missing and until when', async () => {
  await open(active)
  const head = document.querySelector('.detail-head')!
  assert.ok(screen.getByRole('img', { name: '已学 46%' }))
  assert.match(head.textContent!, /必修 1\/3.*2023年12月31日 前学完/)
})

test('before joining there are trials and no states', async () => {
  assert.deepEqual(await open(null), ['心肺复苏试看心肺复苏1:40', '止血试看止血1:40', '包扎试看包扎1:40'])
  assert.equal(
    sent.some(({ path }) => path.includes('my-class-process')),
    false,
  )
  assert.ok(!screen.queryByRole('img', { name: /已学/ }))
})

test('a class whose study is paused leads to no video, and to no trial', async () => {
  await open({ ...active, suspended: true })
  assert.ok(!screen.queryByRole('link', { name: '止血' }))
  assert.ok(!screen.queryByRole('button', { name: /试看/ }))
})

for (const [hours, locale, sentence] of [
  [{}, 'zh-CN', /合格后当即记入 8 学时，/],
  [{ heldTenths: 20 }, 'zh-CN', /合格后当即记入新增的 6 学时，.*另外 2 学时您已有，不再记入。/],
  [{ heldTenths: 20 }, 'en', /Once you pass, 6 new hours are credited.*You already have the other 2\./],
  [{ heldTenths: 80 }, 'zh-CN', /这 8 学时您都已有，合格后不新增学时。/],
  [{ requiredHoursTenths: 50 }, 'zh-CN', /合格后当即记入必修 5 学时；选修.*最多 3 学时/],
  [
    { requiredHoursTenths: 50, heldTenths: 20 },
    'zh-CN',
    /必修 5 学时.*最多 3 学时.*其中 2 学时您已有，不再记入，最多新增 6 学时。/,
  ],
  [{ requiredHoursTenths: 50, heldTenths: 80 }, 'zh-CN', /这 8 学时您都已有，合格后不新增学时。/],
] as const) {
  test(`its rules promise the hours that are new: ${JSON.stringify(hours)} (${locale})`, async () => {
    await open(null, hours, locale)
    const name = locale === 'en' ? 'Passing and certificate' : '合格与证书'
    assert.match(screen.getByRole('heading', { name }).parentElement!.textContent, sentence)
  })
}
