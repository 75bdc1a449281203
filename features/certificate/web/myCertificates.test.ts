import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { openRenderer } from '../../../test/rendered.ts'
import { saveToken } from '../../../web/token.ts'
import { projectCalls } from '../../project/contract.ts'
import { certificateCalls, type MyCertificate } from '../contract.ts'

const { show, screen, act, fireEvent, settle, sent } = await openRenderer()
const { MyCertificates } = await import('./MyCertificates.tsx')
const { SkillLookUp } = await import('./SkillLookUp.tsx')

const certificate = (id: string, more: Partial<MyCertificate> = {}): MyCertificate => ({
  id,
  number: `JH2023-${id}`,
  kind: 'class',
  className: '数据安全实务',
  level: null,
  year: 2023,
  hoursTenths: 300,
  heldTenths: 0,
  status: 'valid',
  issuedAt: '2023-11-21T08:00:00.000Z',
  firstIssued: null,
  verifyCode: `v${id}`,
  revokeReason: null,
  replacedBy: null,
  files: { picture: `/p${id}.png`, pdf: `/p${id}.pdf`, width: 297, height: 210 },
  ...more,
})
const skill = { kind: 'skill', className: '养老护理员', hoursTenths: 0 } as const
const draw = (list: MyCertificate[], locale: 'zh-CN' | 'en' = 'zh-CN') => {
  saveToken('T')
  return show(createElement(MyCertificates, { onYear() {} }), {
    locale,
    answers: { [certificateCalls.getMyCertificate.path]: { list } },
  })
}

test('certificates of a class, a year and two levels of a skill have names of their own, shown and read aloud', async () => {
  const page = await draw([
    certificate('1'),
    certificate('2', { kind: 'year', className: '继续教育' }),
    certificate('3', { ...skill, level: '3' }),
    certificate('4', { ...skill, level: '4' }),
  ])
  assert.deepEqual(
    screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent),
    ['数据安全实务', '继续教育 2023', '养老护理员 三级（高级工）', '养老护理员 四级（中级工）'],
  )
  assert.deepEqual(
    [...page.querySelectorAll('.k-tag')].map(({ textContent }) => textContent),
    ['班级证书', '年度证书', '技能证书', '技能证书'],
  )
  const names = screen.getAllByRole('link', { name: /^打印/ }).map(({ textContent }) => textContent)
  assert.equal(new Set(names).size, 4)
  assert.doesNotMatch(page.textContent!, /(?<!\d)0 学时/, 'a skill without hours says none')
})

test('a certificate that was replaced names the new one and leads to it, as neither valid nor forged', async () => {
  const page = await draw([
    certificate('2', { firstIssued: '2023-11-21' }),
    certificate('1', { status: 'superseded', files: null, replacedBy: { id: '2', number: 'JH2023-2' } }),
  ])
  const tag = screen.getByText('已由 JH2023-2 替换')
  assert.ok(tag.classList.contains('warn'))
  assert.ok(!page.querySelector('.k-tag.bad'))
  const way = screen.getByRole('link', { name: '看新证书' })
  assert.match(page.querySelector(way.getAttribute('href')!)!.textContent, /编号 JH2023-2/)
})

test('a revoked certificate says why, and cannot be printed', async () => {
  await draw([certificate('1', { status: 'revoked', revokeReason: '代学', files: null })], 'en')
  assert.ok(screen.getByText('Revoked'))
  assert.ok(screen.getByText('Reason for revocation: 代学'))
  assert.ok(!screen.queryByRole('link', { name: /^Print/ }))
})

const lookUp = async (list: unknown[]) => {
  await show(createElement(SkillLookUp), {
    answers: {
      [projectCalls.getSystemConfig.path]: { captcha: false },
      [certificateCalls.lookUpSkill.path]: { list },
    },
  })
  const type = (label: string, value: string) =>
    act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }))
  const press = async () => {
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: '查技能证书' })))
    await settle()
  }
  return { type, press, asked: () => sent.filter(({ path }) => path.includes('look-up-skill')) }
}

test('a skill certificate is looked up by name and number, and leads to its check', async () => {
  const { type, press, asked } = await lookUp([
    {
      number: 'JN2023-1',
      title: '养老护理员',
      level: '3',
      status: 'valid',
      issuedDate: '2023-11-21',
      verifyCode: 'v1',
    },
  ])
  await type('姓名', ' 南宫月 ')
  await type('证书编号或证件号', 'JN2023-1')
  await press()
  assert.deepEqual(
    asked().map(({ input }) => input),
    [{ realName: '南宫月', number: 'JN2023-1', captchaVO: {} }],
  )
  assert.ok(screen.getByRole('heading', { name: '养老护理员 三级（高级工）' }))
  assert.equal(screen.getByRole('link', { name: /^在线查验\s?JN2023-1/ }).getAttribute('href'), '/check/v1')
})

test('a name of one letter and half a number ask nobody; none found says so', async () => {
  const { type, press, asked } = await lookUp([])
  await type('姓名', '南')
  await type('证书编号或证件号', 'JN')
  await press()
  assert.deepEqual(asked(), [])
  assert.ok(screen.getByText('请填写完整的编号'))
  await type('姓名', '南宫月')
  await type('证书编号或证件号', 'JN2023-1')
  await press()
  assert.ok(screen.getByText('没有查到技能证书，请核对姓名和编号。'))
})

test('the look-up of skills says what it finds, which number is meant, and that a mismatch tells nothing', async () => {
  await lookUp([])
  const page = document.body.textContent
  assert.match(page, /职业、等级、编号和是否有效.*两项须一致才有结果/)
  const field = screen.getByLabelText('证书编号或证件号')
  const hint = document.getElementById(field.getAttribute('aria-describedby')!)!
  assert.match(hint.textContent, /如 JN2023-0000012；也可填持证人完整的证件号/)
})
