import { foldText } from "./foldText.ts";

/**
 * What tells nothing about a question in scripts that are written without spaces, as the segmenter cuts it: particles,
 * endings, pronouns, words of asking. Like stop words they are indexed, and asked for when there is nothing else.
 */
const pieces = new Set(
  foldText(`
  の に は を が へ と で も や か から まで より など ね よ な だ て し た い れ せ さ お ご です ですが でし でしょう ます ませ まし ません
  ました する した して します しました しま れる られ られる され される せる たい たく ない なかっ なく なる なり なっ
  いる いた いて ある あり あれ あっ ありますか いつ どこ どう どの どれ どんな なに なぜ いくら いくつ どうやって くらい
  この その あの これ それ あれ ここ そこ こと もの ため よう とき とこ ところ しかた について ください くださ くれ くれる
  もらえ もらえる もらい もらう いただけ いただけます いただき いただく でき できる できます わたし 私 何 下さい 教え 知り
  的 了 是 吗 嗎 呢 吧 啊 我的 你的 您的 我 你 您 他 她 它 我们 我們 你们 你們 们 們 可以 可 能 能否 能不能 怎么 怎麼 怎样 怎樣 如何 什么 什麼
  多少 多久 多长 多長 哪 哪里 哪裡 哪儿 哪个 哪個 几 幾 为什么 為什麼 谁 誰 在 和 与 與 或 有 没有 沒有 没 沒 不 也 都 就 还 還
  这 這 那 这个 這個 那个 那個 请 請 请问 請問 要 想 会 會 么 麼 办 辦 怎么办 怎麼辦 给 給 对 對 把 被 从 從 到 之 之前 之后 之後
  以 及 等 个 個 一个 一個 里 裡 需要 想要 是否 有没有 告诉 知道 该 該 应该
  ได้ ไหม มั้ย หรือ หรือไม่ ไม่ อย่างไร ยังไง เท่าไหร่ เท่าไร เมื่อไหร่ เมื่อไร เมื่อ ที่ไหน ไหน อะไร ทำไม ใคร กี่ ที่ ใน ของ และ
  กับ ก็ จะ ให้ ทำ มี เป็น คือ ไป มา แล้ว ด้วย ว่า ถ้า หาก นี้ นั้น โดย จาก ถึง เพื่อ แต่ ฉัน ผม ดิฉัน คุณ เรา ครับ ค่ะ คะ
  ขอ ต้อง ต้องการ อยาก สามารถ ช่วย บ้าง อย่าง เท่า ไหร่ ไร นะ
  어떻게 언제 어디 어디서 어디에 무엇 무엇을 뭐 왜 얼마 얼마나 있나요 인가요 되나요 하나요 할 수 있습니까 있어요 제 저 저는 나는 제가
  해요 하려면 해야 주세요 알려주세요
  `)
    .split(/\s+/)
    .filter(Boolean),
);

/** Characters that hold a Chinese sentence together: a pair with one of them is not half of a word. */
const holding = /[的了是吗嗎呢吧我你您们們么麼怎谁誰]/u;
const hiraganaOnly = /^[\p{Script=Hiragana}ー]+$/u;

/** Says whether what the segmenter takes for a word tells nothing alone. */
export function isCommonPiece(piece: string): boolean {
  return (piece.length === 1 && hiraganaOnly.test(piece)) || pieces.has(foldText(piece));
}

/** Says whether two neighbors tell nothing alone: Japanese endings are written in hiragana, and meet everywhere. */
export function isCommonPair(pair: string): boolean {
  return hiraganaOnly.test(pair) || holding.test(pair) || pieces.has(foldText(pair));
}
