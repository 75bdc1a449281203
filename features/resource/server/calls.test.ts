import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { before, test } from 'node:test'
import { yearFromNow } from '../../../test/build/days.ts'
import { runJob } from '../../../test/build/job.ts'
import { anAccount, aLearner, aPortal, type BuiltPortal } from '../../../test/build/portal.ts'
import { aResourceCategory, anotherLesson, aVideo, lesson, sendVideo } from '../../../test/build/resource.ts'
import { openWorld, type World } from '../../../test/harness.ts'
import { resourceCalls } from '../contract.ts'

const { query, get, save } = resourceCalls
const remove = resourceCalls.delete

let world: World
let portal: BuiltPortal
let admin: string
before(async () => {
  world = await openWorld()
  process.env.PATH = ''
  portal = await aPortal(world, { menus: ['/resource-manage/video'] })
  admin = (await anAccount(world, portal, { role: 'admin', userName: '资源管理员' })).token
})

const keysOf = async (id: string) =>
  (await world.db`select file_key, poster_key, subtitles_key, hls_key from resources where id = ${id}`)[0]!
const inCourse = async (resourceId: string, name: string) => {
  const [course] = await world.db`
    insert into courses ${world.db({ projectId: portal.projectId, name, hoursTenths: 10, attribute: 'required' })}
    returning id`
  await world.db`insert into course_items ${world.db({ courseId: course!.id, resourceId, title: name, sort: 0 })}`
  return course!.id as string
}

test('a finished upload becomes a video with a poster and what the server measured', async () => {
  const categoryId = await aResourceCategory(world, admin, { name: '公共课视频' })
  const id = await aVideo(world, admin, { title: '压力与关怀', categoryId, bytes: anotherLesson('first') })
  const { list } = await world.ask(query, { keyword: '压力' }, admin)
  const row = list.find((one) => one.id === id)!
  assert.equal(row.categoryName, '公共课视频')
  assert.equal(row.createdByName, '资源管理员')
  assert.equal(row.playable, true)
  assert.equal(row.transcodeStatus, 'none')
  assert.equal(row.usedBy, 0)
  assert.ok(row.durationSeconds > 60)
  const poster = await world.portal.http.inject({ url: row.posterPath! })
  assert.deepEqual([poster.statusCode, poster.headers['content-type']], [200, 'image/jpeg'])
  const [action] = await world.db`select action, after from operation_logs where subject_id = ${id}`
  assert.equal(action!.action, 'resource.create')
})

test('saving the same upload twice gives one video', async () => {
  const { uploadId } = await sendVideo(world, admin, anotherLesson('twice'))
  const replies = await Promise.all([1, 2, 3].map(() => world.ask(save, { uploadId, title: '一次' }, admin)))
  assert.equal(new Set(replies.map((reply) => reply.id)).size, 1)
  const [row] = await world.db`select count(*) as n from resources where title = '一次'`
  assert.equal(row!.n, 1)
})

test('the same bytes again share one file, and another project keeps its own', async () => {
  const bytes = anotherLesson('shared')
  const first = await aVideo(world, admin, { title: '原来的', bytes })
  const { uploadId } = await sendVideo(world, admin, bytes)
  const again = await world.ask(save, { uploadId, title: '又一份' }, admin)
  assert.equal(again.sameAs, '原来的')
  assert.equal((await keysOf(again.id)).fileKey, (await keysOf(first)).fileKey)
  const elsewhere = await aPortal(world, { menus: ['/resource-manage/video'] })
  const foreign = (await anAccount(world, elsewhere, { role: 'admin' })).token
  const theirs = await aVideo(world, foreign, { bytes })
  assert.notEqual((await keysOf(theirs)).fileKey, (await keysOf(first)).fileKey)
})

test('the list filters by text, folder with all below it, and use', async () => {
  const above = await aResourceCategory(world, admin, { name: '上级' })
  const below = await aResourceCategory(world, admin, { name: '下级', parentId: above })
  const id = await aVideo(world, admin, {
    title: '百分之100%_的课',
    categoryId: below,
    bytes: anotherLesson('filters'),
  })
  const found = async (input: object) => (await world.ask(query, input, admin)).list.map((row) => row.id)
  assert.deepEqual(await found({ categoryId: above }), [id])
  assert.deepEqual(await found({ keyword: '100%_的' }), [id])
  assert.deepEqual(await found({ keyword: '100__的' }), [])
  assert.deepEqual(await found({ categoryId: above, used: 'yes' }), [])
  await inCourse(id, '用到它的课')
  assert.deepEqual(await found({ categoryId: above, used: 'yes' }), [id])
  assert.deepEqual(await found({ categoryId: above, used: 'no' }), [])
  const detail = await world.ask(get, { id }, admin)
  assert.deepEqual([detail.usedBy, detail.courses.map((course) => course.name)], [1, ['用到它的课']])
})

test('title, folder and subtitles change later; what is not named stays', async () => {
  const categoryId = await aResourceCategory(world, admin, { name: '改来改去' })
  const id = await aVideo(world, admin, { categoryId, bytes: anotherLesson('change') })
  const subtitles = readFileSync(lesson.path.replace('.mp4', '.vtt'), 'utf8')
  await world.ask(save, { id, title: '新标题', subtitles }, admin)
  let detail = await world.ask(get, { id }, admin)
  assert.deepEqual([detail.title, detail.categoryId, detail.hasSubtitles], ['新标题', categoryId, true])
  await world.ask(save, { id, title: '新标题', categoryId: null }, admin)
  detail = await world.ask(get, { id }, admin)
  assert.deepEqual([detail.categoryId, detail.hasSubtitles], [null, true])
  await world.ask(save, { id, title: '新标题', subtitles: null }, admin)
  assert.equal((await world.ask(get, { id }, admin)).subtitlesUrl, null)
  const wrong = await world.call(save, { id, title: '新标题', subtitles: '<html>' }, admin)
  assert.deepEqual([wrong.respCode, wrong.field], [422, 'subtitles'])
})

test('either an upload or a video is named, and a title', async () => {
  const id = await aVideo(world, admin, { bytes: anotherLesson('either') })
  assert.equal((await world.call(save, { title: '无' }, admin)).respCode, 422)
  assert.equal((await world.call(save, { id, uploadId: id, title: '都有' }, admin)).respCode, 422)
  assert.equal((await world.call(save, { id, title: ' ' }, admin)).field, 'title')
  const nowhere = await world.call(save, { id, title: '好', categoryId: id }, admin)
  assert.equal(nowhere.respCode, 404)
  assert.notEqual((await world.ask(get, { id }, admin)).title, '好')
})

test('another’s upload makes no video', async () => {
  const { uploadId } = await sendVideo(world, admin, anotherLesson('mine'))
  const colleague = (await anAccount(world, portal, { role: 'admin' })).token
  assert.equal((await world.call(save, { uploadId, title: '拿来' }, colleague)).respCode, 404)
})

test('a video in a course, a trial or with questions stays; another goes, and its file with the sweep', async () => {
  const id = await aVideo(world, admin, { title: '在用', bytes: anotherLesson('used') })
  const courseId = await inCourse(id, '安全课')
  const held = await world.call(remove, { id }, admin)
  assert.equal(held.respCode, 409)
  assert.match(held.respDesc, /“在用”正被“安全课”使用/)
  await world.db`update courses set status = 'deleted' where id = ${courseId}`
  const { fileKey, posterKey } = await keysOf(id)
  await world.ask(remove, { id }, admin)
  assert.equal((await world.call(get, { id }, admin)).respCode, 404)
  assert.equal((await world.call(remove, { id }, admin)).respCode, 404)
  const shared = await aVideo(world, admin, { bytes: anotherLesson('kept') })
  const sharing = await aVideo(world, admin, { bytes: anotherLesson('kept') })
  await world.ask(remove, { id: shared }, admin)
  await world.moveClock('26 hours')
  await runJob(world, 'resource.sweep')
  await world.moveClock('0')
  const stays = (key: unknown) => existsSync(world.app.files.path(key as string))
  assert.deepEqual([stays(fileKey), stays(posterKey)], [false, false])
  const keys = await keysOf(sharing)
  assert.deepEqual([stays(keys.fileKey), stays(keys.posterKey)], [true, true])
})

test('a trial and a pinned question also prevent deleting a video', async () => {
  const id = await aVideo(world, admin, { title: '试看', bytes: anotherLesson('trial') })
  const [category] = await world.db`
    insert into class_categories ${world.db({ projectId: portal.projectId, classType: 'public', kind: 'base', name: '类' })}
    returning id`
  const [made] = await world.db`
    insert into train_classes ${world.db({
      projectId: portal.projectId,
      categoryId: category!.id,
      code: 'T1',
      name: '带试看的班',
      nameBigrams: [],
      classType: 'public',
      year: yearFromNow(),
      hoursTenths: 10,
      requiredHoursTenths: 10,
      price: 0,
      originalPrice: 0,
      trialResourceIds: [id],
    })} returning id`
  assert.match((await world.call(remove, { id }, admin)).respDesc, /带试看的班/)
  await world.db`update train_classes set trial_resource_ids = '{}' where id = ${made!.id}`
  await world.db`
    insert into questions ${world.db({
      projectId: portal.projectId,
      resourceId: id,
      type: 'judge',
      difficulty: 'easy',
      score: 1,
      stemBigrams: [],
      contentHash: Buffer.alloc(32),
    })}`
  assert.match((await world.call(remove, { id }, admin)).respDesc, /1 道随堂题/)
  await world.db`update questions set status = 'deleted' where resource_id = ${id}`
  await world.ask(remove, { id }, admin)
})

test('another project’s video is not there; without the menu entry there is nothing', async () => {
  const id = await aVideo(world, admin, { bytes: anotherLesson('scope') })
  const elsewhere = await aPortal(world, { menus: ['/resource-manage/video'] })
  const foreign = (await anAccount(world, elsewhere, { role: 'admin' })).token
  const learner = (await aLearner(world, portal)).token
  const reader = await aPortal(world, { menus: ['/resource-manage/course'] })
  const chooser = (await anAccount(world, reader, { role: 'admin' })).token
  for (const [call, input] of [
    [get, { id }],
    [save, { id, title: '抢' }],
    [remove, { id }],
  ] as const) {
    assert.equal((await world.call(call, input as never, foreign)).respCode, 404)
    assert.equal((await world.call(call, input as never, learner)).respCode, 403)
    assert.equal((await world.call(call, input as never, null)).respCode, 401)
  }
  assert.equal((await world.ask(query, {}, foreign)).total, 0)
  assert.equal((await world.call(query, {}, chooser)).respCode, 200)
  assert.equal((await world.call(save, { id, title: '抢' }, chooser)).respCode, 403)
})
