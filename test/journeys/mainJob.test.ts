import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { addAdministrator } from '../../app/admin.ts'
import { makeCourse, makeTemplate, signIn, uploadVideo } from './manager.ts'
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

test('nothing complained on the way', () => {
  assert.deepEqual(manager.complaints, [])
})
