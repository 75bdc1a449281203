import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ThreadFailure } from './askThread.ts'
import { MissingGlyph, renderPdf, unprintable } from './pdf.ts'

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)).join('')

/** The letters of the 通用规范汉字表 outside of the first block of Han letters (Unihan 15, kTGH). */
const rareInTable =
  '㑇㑊㕮㘎㙍㙘㙦㛃㛚㛹㟃㠇㠓㤘㥄㧐㧑㧟㫰㬊㬎㬚㭎㭕㮾㰀㳇㳘㳚㴔㵐㶲㸆㸌㺄㻬㽏㿠䁖䂮䃅䃎䅟䌹䎃䎖䏝䏡䏲䐃䓖䓛䓨䓫䓬䗖䗛䗪䗴䜣䝙䢺䢼䣘䥽䦃䲟䲠䲢䴓䴔䴕䴖䴗䴘䴙䶮鿍鿎鿏𠅤𠙶𠳐𡎚𡐓𣗋𣲗𣲘𣸣𤧛𤩽𤫉' +
  '𥔲𥕢𥖨𥻗𦈡𦒍𦙶𦝼𦭜𦰡𧿹𨐈𨙸𨚕𨟠𨭉𨱇𨱏𨱑𨱔𨺙𩽾𩾃𩾌𪟝𪣻𪤗𪨰𪨶𪩘𪾢𫄧𫄨𫄷𫄸𫇭𫌀𫍣𫍯𫍲𫍽𫐄𫐐𫐓𫑡𫓧𫓯𫓶𫓹𫔍𫔎𫔶𫖮𫖯𫖳𫗧𫗴𫘜𫘝𫘦𫘧𫘨𫘪𫘬𫚕𫚖𫚭𫛭𫞩𫟅𫟦𫟹𫟼𫠆𫠊𫠜𫢸𫫇𫭟𫭢𫭼𫮃𫰛𫵷𫶇𫷷𫸩𬀩𬀪𬂩𬃊𬇕' +
  '𬇙𬇹𬉼𬊈𬊤𬌗𬍛𬍡𬍤𬒈𬒔𬒗𬕂𬘓𬘘𬘡𬘩𬘫𬘬𬘭𬘯𬙂𬙊𬙋𬜬𬜯𬞟𬟁𬟽𬣙𬣞𬣡𬣳𬤇𬤊𬤝𬨂𬨎𬩽𬪩𬬩𬬭𬬮𬬱𬬸𬬹𬬻𬬿𬭁𬭊𬭎𬭚𬭛𬭤𬭩𬭬𬭯𬭳𬭶𬭸𬭼𬮱𬮿𬯀𬯎𬱖𬱟𬳵𬳶𬳽𬳿𬴂𬴃𬴊𬶋𬶍𬶏𬶐𬶟𬶠𬶨𬶭𬶮𬷕𬸘𬸚𬸣𬸦𬸪𬹼𬺈𬺓'

test('every letter of the national table can be printed, and every letter of the first block', () => {
  assert.equal([...rareInTable].length, 276)
  assert.equal(unprintable(rareInTable), '')
  assert.equal(unprintable(range(0x4e00, 0x9fa5)), '')
})

test('letters of names outside of the table are printed in the third font', async () => {
  const rare = '\u{20BB7}\u{2C48D}'
  assert.equal(unprintable(rare), '')
  const fonts = async (text: string) => {
    const { pdf } = await renderPdf({
      source: '#set text(font: serif, fallback: false)\n#json(bytes(sys.inputs.data)).text',
      data: { text },
    })
    return [...new Set(pdf.toString('latin1').match(/\/BaseFont \/[A-Z]{6}\+\w+/g))]
      .map((font) => font.slice(18))
      .sort()
  }
  assert.deepEqual(await fonts('吉野'), ['NotoSerifSC'])
  assert.deepEqual(await fonts(`${rare}野`), ['NotoSerifSC', 'RareHan'])
})

test('what no font draws is named, each letter once, and not printed', async () => {
  assert.equal(unprintable('王\u{2A6D6}小\u{2A6D6} 🎓'), '\u{2A6D6}🎓')
  await assert.rejects(
    renderPdf({ source: '', data: { text: '王\u{2A6D6}' } }),
    (error) => error instanceof MissingGlyph && error.letters === '\u{2A6D6}',
  )
})

test('documents are typeset in a thread: one that cannot be is its failure, and the next is printed', async () => {
  await assert.rejects(renderPdf({ source: '#nothing', data: {} }), ThreadFailure)
  assert.match((await renderPdf({ source: 'one', data: {} })).pdf.toString('latin1', 0, 5), /^%PDF-/)
})
