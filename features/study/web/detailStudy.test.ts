import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import { saveToken } from '../../../web/token.ts'
import { studyPages } from './pages.ts'

const { show, screen, sent } = await openRenderer()
for (const name of ['play', 'pause', 'load'] as const)
  Object.defineProperty(window.HTMLMediaElement.prototype, name, {
    value: () => Promise.resolve(),
    configurable: true,
  })

const item = {
  itemId: 'i1',
  resourceId: 'r1',
  title: '第一讲',
  durationSeconds: 600,
  watchedSeconds: 0,
  furthest: 0,
  position: 0,
  state: 'new',
  completedAt: null,
  ranges: [],
  refusals: [],
}
const process = {
  enrolmentId: 'e1',
  className: '急救',
  progress: 4000,
  studyDone: false,
  exam: null,
  status: 'active',
  watchedSeconds: 0,
  requiredSeconds: 600,
  remainingSeconds: 600,
  hoursTenths: 10,
  heldTenths: 0,
  expiresAt: null,
  lastItemId: null,
  explained: {
    progress: 4000,
    requiredSeconds: 600,
    doneSeconds: 0,
    missingSeconds: 600,
    missingVideos: 1,
    isKept: false,
    isManual: false,
    hasElectives: false,
    refused: [],
    missingElectiveTenths: 0,
    exam: 'none',
  },
  settings: { videoCanSeek: false, finishVideoCanSeek: false, secondWindow: 'refuse' },
  courses: [
    {
      courseId: 'k1',
      name: '课程一',
      teacherName: '',
      attribute: 'required',
      hoursTenths: 10,
      items: [item],
    },
  ],
}

async function open() {
  saveToken('T')
  const { default: DetailStudy } = await studyPages.find(({ path }) => path === '/hxtx/detail-study')!.load()
  await show(createElement(DetailStudy), {
    at: '/hxtx/detail-study?enrolmentId=e1',
    answers: { '/api/my-class-process.action': process },
  })
  assert.deepEqual(sent.find(({ path }) => path.includes('my-class-process'))!.input, { enrolmentId: 'e1' })
  assert.ok(screen.getAllByText('第一讲').length > 0)
}
const wayBack = () => document.querySelector('a[href="/classCenter"]')

test('/hxtx/detail-study plays the class of its address, below its name and the way back', async () => {
  await open()
  assert.ok(screen.getByText('急救'))
  assert.ok(wayBack())
})

test('/hxtx/detail-study inside the page of another portal is the player and the contents only', async () => {
  Object.defineProperty(window, 'parent', { value: {}, configurable: true })
  await open()
  assert.equal(wayBack(), null)
})
