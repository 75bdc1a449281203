import { escapeHtml } from '../server/html.ts'
import type { SystemConfig } from '../features/project/contract.ts'
import { demoNotice } from './demoNotice.ts'
import type { FirstCall } from './firstCalls.ts'
import type { FirstFiles } from './chunks.ts'
import { frameShapes } from './frameShapes.ts'
import { titleOf } from './title.ts'

/** A picture that a page begins with on some screens. */
interface FirstPicture {
  address: string
  /** Media query of these screens. */
  media: string
}

/** Knowledge of the server about one page, for which the browser would have to ask otherwise. */
export interface FirstPage {
  path: string
  /** Absent on an address that no page has. */
  title?: string
  frame: 'learner' | 'bare' | 'admin'
  files: FirstFiles
  /** Text of the stylesheets, by their address. */
  styles: ReadonlyMap<string, string>
  calls: readonly FirstCall[]
  /** Pictures that a visitor sees first, by the widths of the screen they are for. */
  pictures: readonly FirstPicture[]
  /** Null where the database did not give it in time: the page asks for it itself. */
  config: SystemConfig | null
  /** The time it is sent at, in milliseconds. */
  at: number
  language: 'zh' | 'en'
}

const lines = (count: number) =>
  `<div style="display:grid;gap:12px;padding:16px 0">${'<div class="k-skeleton" style="height:20px"></div>'.repeat(count)}</div>`

const svg = (size: number, box: number, inside: string, more = '') =>
  `<svg width="${size}" height="${size}" viewBox="0 0 ${box} ${box}" fill="none"${more}>${inside}</svg>`

const mark = svg(
  26,
  26,
  '<g stroke-width="4"><circle cx="13" cy="13" r="10" stroke="var(--line)"/><circle cx="13" cy="13" r="10" stroke="var(--brand)" stroke-dasharray="46 63" stroke-linecap="round" transform="rotate(-90 13 13)"/></g>',
)

const tabs = Object.values(frameShapes)
  .map((shape) =>
    svg(
      24,
      24,
      `<path d="${shape}"/>`,
      ' stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"',
    ),
  )
  .map((icon) => `<a>${icon}<span>&nbsp;</span></a>`)
  .join('')

/** The frame of the portal as `LearnerFrame` draws it, with grey shapes where its content will stand. */
function frameOf({ config, language }: FirstPage): string {
  const { title, shortTitle } = config?.settings ?? { title: '', shortTitle: '' }
  const brand =
    language === 'en'
      ? `<span class="k-clip">${escapeHtml(shortTitle)}</span>`
      : `<span class="hide-s k-clip">${escapeHtml(title)}</span><span class="hide-l k-clip">${escapeHtml(shortTitle)}</span>`
  const demo = config?.demo ? `<p class="demo-bar k-alert">${demoNotice[language]}</p>` : ''
  return `<div class="frame" aria-hidden="true">${demo}<header class="frame-top k-topbar"><div class="k-wrap k-row k-gap-4"><span class="frame-brand k-row">${mark}${brand}</span></div></header><div class="k-wrap frame-main">${lines(6)}</div><nav class="frame-tabs">${tabs}</nav></div>`
}

/** Name of the portal above grey shapes: a page without anything to read looks like one that does not come. */
function bareFrameOf({ config }: FirstPage): string {
  const name = config ? `<p class="k-muted">${escapeHtml(config.settings.shortTitle)}</p>` : ''
  return `<div class="k-wrap" aria-hidden="true">${name}${lines(6)}</div>`
}

const sheet = /<link rel="stylesheet"[^>]*href="([^"]*)"[^>]*>/g

/** Links the stylesheets of a page that the built one does not link. */
function linkStyles(html: string, { files }: FirstPage): string {
  const links = files.styles
    .filter((file) => !html.includes(`"${file}"`))
    .map((file) => `<link rel="stylesheet" crossorigin href="${file}">`)
  return html.replace('</head>', `${links.join('')}</head>`)
}

/**
 * Writes the stylesheets into the page: it is painted once it is there, without a round trip more. Links that are switched
 * off tell the code of later pages that they are.
 */
function writeStyles(html: string, page: FirstPage): string {
  const all = linkStyles(html, page)
  return all.replace(sheet, (link, file: string) => {
    const text = page.styles.get(file)
    return text === undefined ? link : `<style>${text}</style><link rel="stylesheet" disabled href="${file}">`
  })
}

/** Fills the built page with what one address needs: its files, its first calls, the configuration, the frame. */
export function fillPage(html: string, page: FirstPage): string {
  const { path, at, title, files, calls, config } = page
  const given = { path, at, color: config?.settings.themeColor, calls, config }
  const block = JSON.stringify(given).replaceAll('<', '\\u003c')
  const links = files.scripts.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`)
  const pictures = page.pictures.map(
    ({ address, media }) => `<link rel="preload" as="image" media="${media}" href="${escapeHtml(address)}">`,
  )
  const frame = page.frame === 'learner' ? frameOf(page) : bareFrameOf(page)
  const parts: [string, string][] = [
    // Asked for before the styles have come, and after the width of the screen is known.
    ['<!--files-->', links.join('') + pictures.join('')],
    ['<!--given-->', `<script type="application/json" id="given">${block}</script>`],
    ['<!--frame-->', frame],
    ...(title
      ? [
          [
            /<title>.*<\/title>/.exec(html)![0],
            `<title>${escapeHtml(titleOf(title, config?.projectTitle))}</title>`,
          ] as [string, string],
        ]
      : []),
  ]
  const styled = page.frame === 'admin' ? linkStyles(html, page) : writeStyles(html, page)
  return parts.reduce((filled, [mark, text]) => filled.replace(mark, () => text), styled)
}
