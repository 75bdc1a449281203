import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { createElement } from 'react'
import { openOffice } from '../../../test/office.ts'
import { openWindow } from '../../../test/window.ts'
import type { Resource } from '../contract.ts'

openWindow()
const { act, clear, draw, fireEvent, press, screen, sent, settle } = await openOffice()
const { waitFor } = await import('@testing-library/react')
const { default: VideoDrawer } = await import('./VideoDrawer.tsx')
afterEach(clear)

const answers = { category: [], 'base/resource/save': null }
const video = { id: 'v1', title: '院感防控', categoryId: null, hasSubtitles: false } as Resource
const srt = (words: Uint8Array | string) =>
  Buffer.concat([Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n'), Buffer.from(words), Buffer.from('\n')])

async function choose(bytes: Uint8Array, name: string) {
  const input = screen.getByLabelText('选择字幕文件', { selector: 'input' })
  const files = [new File([bytes as BlobPart], name)]
  await act(async () => fireEvent.change(input, { target: { files } }))
  await settle()
}

test('a subtitle file is read as it was encoded, shown with its first words, and saved as text', async () => {
  await draw(createElement(VideoDrawer, { video, onClose() {} }), answers)
  // 各位 in GB 18030, as older editors of subtitles write it.
  await choose(srt(Uint8Array.of(0xb8, 0xf7, 0xce, 0xbb)), '第一讲.srt')
  await waitFor(() => screen.getByText('已选择 第一讲.srt：1 句，编码 GB18030，第一句“各位”'))
  await press('保存')
  const { body } = sent.find(({ path }) => path.includes('base/resource/save'))!
  assert.match(String(body.subtitles), /各位/)
})

test('bytes that are no text are refused by the name of the file, and change nothing', async () => {
  await draw(createElement(VideoDrawer, { video, onClose() {} }), answers)
  await choose(srt(Uint8Array.of(0xff, 0xff, 0xff)), '坏的.srt')
  await waitFor(() => assert.match(screen.getByRole('alert').textContent, /“坏的.srt”不是字幕文件/))
  await press('保存')
  const { body } = sent.find(({ path }) => path.includes('base/resource/save'))!
  assert.equal('subtitles' in body, false)
})
