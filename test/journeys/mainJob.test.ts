import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { addAdministrator } from '../../app/admin.ts'
import {
  importQuestions,
  makeClass,
  makeCourse,
  makeTemplate,
  setExam,
  shelve,
  signIn,
  uploadVideo,
} from './manager.ts'
import { startPortal, type VisitedPortal } from './portal.ts'
import { closeBrowser, visit, type Visitor } from './visitor.ts'

let portal: VisitedPortal
let manager: Visitor
let password: string
before(async () => {
  portal = await startPortal({ empty: true })
  password = await addAdministrator(portal.world.db, 'founder')
  manager = await visit(portal.url)
})
after(async () => {
  await closeBrowser()
  await portal.close()
})

const video = fileURLToPath(new URL('../../db/seed/media/carbon-accounting.mp4', import.meta.url))

test('on an empty portal a manager signs in and uploads a video', async () => {
  await signIn(manager, 'founder', password)
  await uploadVideo(manager, video, 'carbon-accounting')
})

test('makes a course of it and a certificate template', async () => {
  await makeCourse(manager, { name: '压力管理入门', video: 'carbon-accounting', hours: 8 })
  await makeTemplate(manager, '结业证书')
})

test('imports questions from Excel, and is told what is wrong with the one refused', async () => {
  await importQuestions(manager, '压力管理题库', 12)
})

test('writes a class with an exam and puts it on the shelf', async () => {
  await makeClass(manager, {
    name: '压力管理与身心健康',
    category: '公共素养',
    course: '压力管理入门',
    hours: 8,
    price: 60,
    template: '结业证书',
  })
  await setExam(manager, '压力管理题库', 10)
  await shelve(manager, '压力管理与身心健康')
})

test('nothing complained on the way', () => {
  assert.deepEqual(manager.complaints, [])
})
