import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sendForm } from '../../../../test/build/file.ts'
import {
  appliedImport,
  aSheetFile,
  cellsOf,
  checkedImport,
  downloaded,
  reasonsOf,
  settledImport,
} from '../../../../test/build/import.ts'
import {
  aLearner,
  anAccount,
  aPortal,
  type BuiltAccount,
  type BuiltPortal,
} from '../../../../test/build/portal.ts'
import { anotherLesson, aResourceCategory, aVideo, sendVideo } from '../../../../test/build/resource.ts'
import { sheetMime } from '../../../../server/sheet.ts'
import { sheetRefusals } from '../../../../server/sheet/refusals.ts'
import { openWorld, type World } from '../../../../test/harness.ts'
import { importCalls } from '../../../import/contract.ts'
import { resourceCalls } from '../../contract.ts'
import { videoListCalls } from '../contract.ts'

const menus = ['/resource-manage/video']
const header = ['文件名', '视频名称', '目录']
let world: World
let portal: BuiltPortal
before(async () => {
  world = await openWorld()
  process.env.PATH = ''
  portal = await aPortal(world, { menus })
})

const aManager = () => anAccount(world, portal, { role: 'admin' })
const into = (params: Record<string, string> = {}) => ({ kind: 'videoList', params })
const sheet = (...rows: string[][]) => aSheetFile([header, ...rows])
const arrive = async ({ token }: BuiltAccount, ...names: string[]) => {
  for (const name of names) await sendVideo(world, token, anotherLesson(name), name)
}
const titles = async ({ token }: BuiltAccount, keyword: string) =>
  (await world.ask(resourceCalls.query, { keyword, limit: 50 }, token)).list
    .map(({ title, categoryName }) => `${categoryName ?? '—'}/${title}`)
    .sort()
/** Sends a list as a program does, in one request. */
const sendList = ({ token }: BuiltAccount, bytes: Buffer, fields: Record<string, string> = {}) =>
  sendForm(
    world,
    videoListCalls.importVideoList,
    { fields, file: { name: '清单.xlsx', mime: sheetMime, bytes } },
    token,
  )

test('videos are added by a list that names their files, those that have arrived, and the same list again adds the rest', async () => {
  const manager = await aManager()
  const folder = await aResourceCategory(world, manager.token, { name: '公需' })
  await aResourceCategory(world, manager.token, { name: '法规', parentId: folder })
  await arrive(manager, '甲一.mp4', '甲二.MP4', '甲_三.mp4', '甲另.mp4')
  const list = sheet(
    ['甲一.mp4', '甲的第一讲', '公需／法规'],
    ['甲二', '甲的第二讲', '法规'],
    ['甲_三.mp4', '', ''],
    ['甲四.mp4', '', ''],
  )
  const checked = await checkedImport(world, manager.token, into({ categoryId: folder }), list)
  assert.deepEqual([checked.fresh, checked.bad], [4, 0])
  const before = await world.ask(
    videoListCalls.getImportVideoProcess,
    { importId: checked.importId },
    manager.token,
  )
  assert.deepEqual(
    [before.status, before.arrived, before.missing, before.extra.map(({ name }) => name)],
    ['checked', 3, ['甲四.mp4'], ['甲另.mp4']],
  )
  await world.ask(importCalls.apply, { importId: checked.importId }, manager.token)
  const done = await settledImport(world, manager.token, checked.importId)
  assert.deepEqual([done.added, done.rejected], [3, 1])
  assert.deepEqual(await reasonsOf(world, manager.token, checked.importId), [
    [5, 'fileName：还没有收到文件“甲四.mp4”'],
  ])
  assert.deepEqual(await titles(manager, '甲'), ['公需/甲 三', '法规/甲的第一讲', '法规/甲的第二讲'])

  await arrive(manager, '甲四.mp4')
  const again = await appliedImport(world, manager.token, into({ categoryId: folder }), list)
  assert.deepEqual([again.added, again.unchanged, again.rejected], [1, 3, 0])
  const third = await checkedImport(world, manager.token, into({ categoryId: folder }), list)
  assert.deepEqual([third.fresh, third.same], [0, 4])
  assert.equal((await titles(manager, '甲')).length, 4)
})

test('rows are refused for files and titles that come twice, and for folders that are not there or are several', async () => {
  const manager = await aManager()
  const [one, other] = [
    await aResourceCategory(world, manager.token, { name: '乙上' }),
    await aResourceCategory(world, manager.token, { name: '乙下' }),
  ]
  for (const parentId of [one, other])
    await aResourceCategory(world, manager.token, { name: '乙同名', parentId })
  await aVideo(world, manager.token, { title: '乙在库', categoryId: one })
  const { importId, fresh, same } = await checkedImport(
    world,
    manager.token,
    into(),
    sheet(
      ['乙一.mp4', '乙一', ''],
      ['乙一.MP4', '乙二', ''],
      ['乙三.mp4', '乙一', ''],
      ['乙四.mp4', '', '没有的'],
      ['乙五.mp4', '', '乙同名'],
      ['乙六.mp4', '', '乙下/乙同名'],
      ['乙七.mp4', '乙 在库', '乙上'],
      ['', '没有文件名', ''],
      ['乙<b>.mp4', '', ''],
    ),
  )
  assert.deepEqual([fresh, same], [2, 1])
  assert.deepEqual(await reasonsOf(world, manager.token, importId), [
    [3, 'fileName：与第 2 行是同一个文件'],
    [4, 'title：与第 2 行在同一目录下同名'],
    [5, 'folder：没有目录“没有的”'],
    [6, 'folder：有 2 个目录叫“乙同名”'],
    [9, 'fileName：必须填写'],
    [10, 'fileName：含有网页标签'],
  ])
})

test('a program sends a list in one request, asks how far it is, and has the rows that were not taken as a list and a file', async () => {
  const manager = await aManager()
  await arrive(manager, '丙一.mp4')
  const sent = await sendList(manager, sheet(['丙一.mp4', '', ''], ['丙二.mp4', '', '']))
  assert.equal(sent.respCode, 200)
  const { importId } = sent.attribute
  await settledImport(world, manager.token, importId)
  const progress = await world.ask(videoListCalls.getImportVideoProcess, {}, manager.token)
  assert.deepEqual(
    [progress.importId, progress.status, progress.added, progress.rejected, progress.missing],
    [importId, 'applied', 1, 1, []],
  )
  const errors = await world.ask(videoListCalls.findList, { importId }, manager.token)
  assert.deepEqual([errors.total, errors.list.map(({ row }) => row)], [1, [3]])
  const { bytes } = await downloaded(world, manager.token, videoListCalls.exportErrorExcel.path, { importId })
  const cells = cellsOf(bytes).flat()
  assert.ok(cells.includes('丙二.mp4') && cells.some((cell) => cell.includes('还没有收到文件')))
  await arrive(manager, '丙二.mp4')
  const back = await appliedImport(world, manager.token, into(), bytes)
  assert.deepEqual([back.added, back.rejected], [1, 0], 'the file of errors is a list')
})

test('the same list sent several times at once, or previewed twice and then added, adds a video once', async () => {
  const manager = await aManager()
  await arrive(manager, '辛一.mp4', '辛一.mp4', '辛二.mp4', '辛二.mp4')
  const list = sheet(['辛一.mp4', '辛 甲', ''])
  const sent = await Promise.all(Array.from({ length: 4 }, () => sendList(manager, list)))
  const ended = []
  for (const { attribute } of sent) ended.push(await settledImport(world, manager.token, attribute.importId))
  assert.deepEqual(ended.map(({ added, unchanged, rejected }) => [added, unchanged, rejected]).sort(), [
    [0, 1, 0],
    [0, 1, 0],
    [0, 1, 0],
    [1, 0, 0],
  ])
  assert.deepEqual(await titles(manager, '辛'), ['—/辛 甲'])
  const twice = sheet(['辛二.mp4', '辛 乙', ''])
  const previews = [
    await checkedImport(world, manager.token, into(), twice),
    await checkedImport(world, manager.token, into(), twice),
  ]
  const applied = []
  for (const { importId, fresh } of previews) {
    assert.equal(fresh, 1)
    await world.ask(importCalls.apply, { importId }, manager.token)
    applied.push(await settledImport(world, manager.token, importId))
  }
  assert.deepEqual(
    applied.map(({ added, unchanged }) => [added, unchanged]),
    [
      [1, 0],
      [0, 1],
    ],
  )
  assert.deepEqual(await titles(manager, '辛'), ['—/辛 乙', '—/辛 甲'])
})

test('a list that waits for a yes adds nothing, and nobody else adds the videos that one has sent', async () => {
  const [manager, other] = [await aManager(), await aManager()]
  await arrive(manager, '丁一.mp4')
  const list = sheet(['丁一.mp4', '', ''])
  const { importId } = (await sendList(manager, list, { preview: 'yes' })).attribute
  assert.equal((await settledImport(world, manager.token, importId)).status, 'checked')
  const theirs = await appliedImport(world, other.token, into(), list)
  assert.deepEqual([theirs.added, theirs.rejected], [0, 1])
  assert.deepEqual(await titles(manager, '丁'), [])
})

test('a number in the name of a file is masked, and the list finds the file all the same', async () => {
  const manager = await aManager()
  await arrive(manager, '戊 13987654321.mp4')
  const done = await appliedImport(world, manager.token, into(), sheet(['戊 13987654321.mp4', '戊讲', '']))
  assert.deepEqual([done.added, done.rejected], [1, 0])
})

test('lists are refused to who has no page of videos, to units, and for folders and imports of others', async () => {
  const manager = await aManager()
  const learner = await aLearner(world, portal)
  const unit = await anAccount(world, portal, { role: 'unit' })
  const list = sheet(['己一.mp4', '', ''])
  for (const who of [learner, unit]) assert.equal((await sendList(who, list)).respCode, 403)
  const elsewhere = await aPortal(world, { menus })
  const foreign = await anAccount(world, elsewhere, { role: 'admin' })
  const categoryId = await aResourceCategory(world, foreign.token, { name: '别处' })
  assert.equal((await sendList(manager, list, { categoryId })).respCode, 404)
  const wrong = await sendList(manager, Buffer.from('no sheet'))
  const unread = await settledImport(world, manager.token, wrong.attribute.importId)
  assert.deepEqual([unread.status, unread.problem?.zh], ['failed', sheetRefusals.notSheet.zh])
  const { importId } = await checkedImport(world, manager.token, into(), list)
  for (const call of [videoListCalls.getImportVideoProcess, videoListCalls.findList])
    assert.equal((await world.call(call, { importId }, foreign.token)).respCode, 404)
  assert.equal((await world.call(videoListCalls.getImportVideoProcess, {}, foreign.token)).respCode, 404)
})
