import assert from 'node:assert/strict'
import { test } from 'node:test'
import { overlapsOf, piecesOf } from '../../../../test/build/pdf.ts'
import type { Design } from '../contract.ts'
import { fillDesign, type Holder, startDesign } from '../rules.ts'
import { printDesign } from './print.ts'

const han = (length: number) => '专业技术人员继续教育公需科目'.repeat(10).slice(0, length)

const latin = (length: number) => 'Accessibility and personal data '.repeat(4).slice(0, length)

/** A holder with names of so many letters. */
const holder = (
  [className, unitName, realName, projectTitle]: [number, number, number, number],
  letters = han,
): Holder => ({
  realName: letters(realName),
  cardMask: '3201**********1234',
  unitName: letters(unitName),
  className: letters(className),
  year: 2023,
  hoursTenths: 125,
  number: 'JH2023-0000001',
  issuedDate: '2023-11-21',
  reissuedDate: '2023-12-30',
  projectTitle: letters(projectTitle),
})
const longest: [number, number, number, number] = [120, 100, 40, 60]

const print = (design: Design, of: Holder) =>
  printDesign({ filled: fillDesign(design, of), code: 'https://portal.test/check/x' })

/** The design of templates made earlier: one line for the sentence, and the seal over the date. */
const narrow: Design = {
  ...startDesign(),
  elements: startDesign().elements.map((element) => {
    if (element.kind === 'seal') return { ...element, y: 138 }
    if (!('text' in element)) return element
    if (element.text === '特发此证。') return { ...element, y: 113 }
    return element
  }),
}

for (const [title, design] of [
  ['the start design', startDesign()],
  ['a design with one line for its sentence', narrow],
] as const) {
  for (const [names, of] of [
    ['17 letters', holder([17, 8, 4, 10])],
    ['all sentences between', holder([60, 40, 20, 30])],
    ['the longest names', holder(longest)],
    ['the longest names in Latin letters', holder(longest, latin)],
  ] as const) {
    test(`no two texts are printed over each other: ${title}, ${names}`, async () => {
      const { pdf, texts } = await print(design, of)
      assert.deepEqual(overlapsOf(pdf), [])
      assert.deepEqual(
        texts.filter(({ fits }) => !fits),
        [],
      )
    })
  }
}

test('usual names are printed at the size of the design, and the longest in a readable one', async () => {
  const scales = async (of: Holder) => (await print(startDesign(), of)).texts.map(({ scale }) => scale)
  assert.ok((await scales(holder([40, 20, 10, 20]))).every((scale) => scale === 1))
  const { pdf } = await print(startDesign(), holder(longest))
  const sentence = startDesign().elements.findIndex(
    (one) => 'text' in one && one.text.includes('{className}'),
  )
  assert.ok((await scales(holder(longest)))[sentence]! >= 0.8)
  assert.ok(
    piecesOf(pdf)
      .flat()
      .every(({ size }) => size >= 6),
  )
})

/** Letters of each printed line of a text, by its place in the design: none of other texts has its size of print. */
async function linesOf(
  text: string,
  { width = 90, kind = 'text' }: { width?: number; kind?: 'text' | 'seal' } = {},
) {
  const shared = { x: 100, y: 50, text, color: '#16202c' }
  const element =
    kind === 'seal'
      ? { ...shared, kind, size: 34 }
      : { ...shared, kind, width, size: 13, align: 'center', font: 'sans' }
  const design = { ...startDesign(), elements: [element] } as Design
  const { pdf } = await print(design, holder([17, 8, 4, 13]))
  const lines = Map.groupBy(piecesOf(pdf).flat(), ({ baseline }) => baseline)
  return [...lines.values()].map((pieces) =>
    pieces.reduce((sum, { left, right, size }) => sum + Math.round((right - left) / size), 0),
  )
}

test('the day of a reissue is not broken, and a seal has lines of about one length', async () => {
  const [issued, reissued, ...more] = await linesOf('{issuedDate}')
  assert.deepEqual([issued, reissued, more], ['2023年11月21日'.length, '（2023年12月30日换发）'.length, []])
  assert.deepEqual(await linesOf('{projectTitle}', { kind: 'seal' }), [5, 5, 3])
})

test('a text without room is said not to fit, and is printed all the same', async () => {
  const [first, second] = startDesign().elements as [Design['elements'][0], Design['elements'][0]]
  const crowded = {
    ...startDesign(),
    elements: [
      { ...first, text: '{className}', width: 20 },
      { ...second, y: 34 },
    ],
  }
  const { texts } = await print(crowded as Design, holder(longest))
  assert.deepEqual(texts[0], { element: 0, scale: 0.4, fits: false })
  assert.deepEqual(texts[1], { element: 1, scale: 1, fits: true })
})

test('texts that were placed side by side on one line keep their size', async () => {
  const at = (x: number, y: number, text: string) => ({
    ...startDesign().elements[0]!,
    x,
    y,
    width: 120,
    text,
  })
  const beside = { ...startDesign(), elements: [at(20, 50, '编号'), at(100, 51, '日期')] } as Design
  assert.deepEqual(
    (await print(beside, holder(longest))).texts.map(({ scale }) => scale),
    [1, 1],
  )
})
