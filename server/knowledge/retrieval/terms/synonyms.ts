import { guessLanguage } from "./findLanguage.ts";
import { foldText } from "./foldText.ts";
import type { TermLanguage } from "./languages.ts";
import { readStem, type Stem } from "./splitTerms.ts";

/**
 * Words and phrases that visitors and help pages use for the same, a group a line, by language. A word may be in
 * several groups. Groups are kept to what is the same in nearly every business: a wrong one costs more than one that is
 * missing.
 */
const groups: Partial<Record<TermLanguage, string>> = {
  en: `
    price, cost, fee, charge, pricing, rate, tariff
    ship, shipping, deliver, delivery, dispatch, postage, courier
    return, refund, reimburse, exchange, money back, send back, give back
    phone, call, telephone, hotline
    email, mail, e-mail
    hours, open, opening
    pay, payment
    buy, purchase, order
    cancel, terminate, unsubscribe, end, stop, quit
    delete, remove, erase, close, deactivate, get rid of, wipe, uninstall
    restore, recover, retrieve, undelete, get back
    change, edit, update, modify, switch, adjust, set
    create, add, new, register, set up, sign up
    activate, enable, turn on, switch on
    deactivate, disable, turn off, switch off
    big, bigger, large, larger, increase, enlarge
    small, smaller, reduce, decrease
    repair, fix, service, mend, solve, resolve, troubleshoot
    broken, damaged, defective, faulty
    problem, issue, error, trouble
    picture, photo, image
    computer, pc, laptop
    wifi, wi-fi, wireless, wlan
    password, passcode, pin
    sign, login, log
    bill, billing, invoice, charge, receipt
    subscription, plan, membership
    job, career, vacancy, hiring
    location, address, store, shop
    warranty, guarantee
    contact, reach, support, helpdesk
    discount, coupon, voucher, promo, code
    child, kid, minor, teenager
    pupil, student, class
    sell, seller, listing
    fake, counterfeit, scam, fraud
    hot, heat, overheat, temperature, degrees
    allow, permit, possible
    limit, maximum, most, at most
    begin, start, launch
    hide, hidden, invisible
    copy, duplicate
    weight, weigh
    mistake, wrong, accident
    company, business, organization
    car, vehicle
    bike, bicycle, cycle
    blocked, banned, suspended, locked
    safe, safely, secure, security`,
  de: `
    preis, kosten, gebühr, kostet, tarif, teuer
    versand, lieferung, liefern, lieferzeit, zustellung, versenden
    rückgabe, rücksendung, umtausch, zurückgeben, zurückschicken, retoure, erstattung, widerruf, geld zurück
    öffnungszeiten, geöffnet, öffnen, offen
    bezahlen, zahlung, zahlen, zahlungsart
    kündigen, kündigung, stornieren, storno, beenden
    löschen, entfernen, schließen, loswerden
    wiederherstellen, zurückholen, retten
    ändern, änderung, wechseln, umstellen, anpassen, bearbeiten
    erstellen, anlegen, hinzufügen, neu, registrieren, anmelden
    einschalten, aktivieren, anschalten, anmachen
    ausschalten, deaktivieren, abschalten, ausmachen
    größer, groß, vergrößern, erhöhen
    reparieren, reparatur, instandsetzung
    defekt, kaputt, beschädigt
    problem, fehler, störung
    bild, foto, aufnahme
    rechner, computer, pc, laptop
    wlan, funknetzwerk, wifi
    passwort, kennwort, password
    rechnung, beleg, quittung
    abo, abonnement, mitgliedschaft, vertrag
    konto, account, benutzerkonto
    rabatt, gutschein, ermäßigung, nachlass
    kind, kinder, minderjährig, jugendlich
    garantie, gewährleistung
    kontakt, erreichen, kundenservice, kundendienst
    fahrrad, rad, bike
    auto, fahrzeug, wagen, pkw
    mieten, leihen, ausleihen, miete, verleih
    kaufen, bestellen, bestellung, erwerben
    telefon, anrufen, telefonnummer, rufnummer
    finden, ermitteln, herausfinden
    verbergen, verstecken, ausblenden
    bildschirm, monitor, display
    anschließen, verbinden
    sicher, sicherheit, geschützt
    langsam, lahm
    umziehen, umzug`,
  fr: `
    prix, coût, tarif, frais, coûte
    livraison, livrer, expédition, expédier
    retour, retourner, renvoyer, remboursement, rembourser, échanger
    réparer, réparation, dépannage
    ouverture, ouvert, ouvrir, horaires
    payer, paiement, règlement
    magasin, boutique
    annuler, annulation, résilier, résiliation
    supprimer, effacer, fermer, enlever, désinstaller
    restaurer, récupérer
    changer, modifier, modification
    créer, ajouter, inscription, inscrire, nouveau
    activer, allumer
    désactiver, éteindre
    agrandir, grand, augmenter
    cassé, endommagé, défectueux, en panne
    problème, erreur, panne
    image, photo
    ordinateur, pc
    wifi, sans fil
    facture, reçu
    abonnement, formule, adhésion
    remise, réduction, bon, promo
    enfant, mineur
    garantie
    contact, contacter, joindre, assistance
    vélo, bicyclette
    voiture, véhicule
    louer, location
    acheter, achat, commander, commande`,
  es: `
    precio, coste, costo, tarifa, cuesta, gastos
    envío, entrega, enviar, entregar
    devolución, devolver, reembolso
    reparar, reparación, arreglar
    abrir, abre, abierto, horario
    pagar, pago
    cancelar, cancelación, baja
    eliminar, borrar, quitar, cerrar
    restaurar, recuperar
    cambiar, modificar, editar, cambio
    crear, añadir, agregar, registrar, nuevo
    activar, encender
    desactivar, apagar
    aumentar, grande, ampliar
    roto, dañado, defectuoso
    problema, error, fallo
    imagen, foto
    ordenador, computadora, equipo, pc
    wifi, inalámbrica
    contraseña, clave, password
    factura, recibo
    suscripción, plan
    descuento, cupón
    niño, menor
    garantía
    contacto, contactar, soporte, atención
    bicicleta, bici
    coche, vehículo, carro, auto
    alquilar, alquiler
    comprar, compra, pedido`,
  it: `
    prezzo, costo, costa, spese, tariffa
    spedizione, spedire, consegna
    reso, restituire, restituzione, rimborso
    riparare, riparazione, riparato
    apertura, aperto, orari
    pagare, pagamento
    annullare, disdire, disdetta, cancellare
    eliminare, rimuovere, cancellare
    cambiare, modificare`,
  pt: `
    preço, custo, custa, portes, tarifa
    envio, entrega, enviar, expedição, frete
    devolução, devolver, reembolso
    reparar, reparação, reparado, consertar
    abrir, abre, aberto, horário
    pagar, pagamento
    cancelar, cancelamento
    excluir, eliminar, apagar, remover
    restaurar, recuperar
    mudar, alterar, modificar, trocar
    criar, adicionar, registrar, cadastrar, novo
    ativar, ligar
    desativar, desligar
    quebrado, danificado, defeito
    problema, erro
    senha, palavra-passe
    fatura, recibo
    assinatura, plano
    desconto, cupom
    criança, menor
    contato, contactar, suporte, atendimento
    bicicleta, bike
    carro, veículo
    alugar, aluguel
    comprar, compra, pedido`,
  nl: `
    prijs, kosten, kost, tarief
    verzending, verzenden, bezorgen, levering
    retour, retourneren, terugsturen, ruilen
    repareren, herstellen, reparatie
    openingstijden, open, geopend
    betalen, betaling
    opzeggen, annuleren
    verwijderen, wissen, sluiten
    wijzigen, veranderen, aanpassen`,
  ar: `
    سعر, تكلفة, رسوم, ثمن
    شحن, توصيل, تسليم
    إرجاع, استرجاع, استرداد, استبدال
    دفع, سداد
    إلغاء, إنهاء
    حذف, إزالة, إغلاق
    استعادة, استرجاع
    تغيير, تعديل
    إنشاء, إضافة, تسجيل
    تفعيل, تشغيل
    تعطيل, إيقاف
    مشكلة, خطأ, عطل
    فاتورة, إيصال
    اشتراك, باقة, خطة
    خصم, قسيمة
    ضمان, كفالة
    سيارة, مركبة
    شراء, طلب`,
};

interface Phrase {
  words: RegExp;
  /** The word of it that the others stand for. */
  head: string;
  stems: Stem[];
}

interface Dictionary {
  groups: readonly (readonly string[])[];
  byStem: ReadonlyMap<string, readonly Stem[]>;
  phrases: readonly Phrase[];
}

const dictionaries = new Map<TermLanguage, Dictionary>();

function openDictionary(language: TermLanguage): Dictionary {
  const known = dictionaries.get(language);
  if (known) return known;
  const byStem = new Map<string, Stem[]>();
  const phrases: Phrase[] = [];
  const read: string[][] = [];
  for (const line of (groups[language] ?? "").split("\n").filter((each) => each.trim() !== "")) {
    const entries = line.split(",").map((entry) => entry.trim());
    const words = entries.filter((entry) => !entry.includes(" "));
    const stems = [...new Set(words.map((word) => readStem(word, language)))];
    read.push(words);
    for (const stem of stems) {
      const others = stems.filter((other) => other !== stem).map((text): Stem => ({ text, language }));
      byStem.set(stem, [...(byStem.get(stem) ?? []), ...others]);
    }
    for (const entry of entries.filter((each) => each.includes(" "))) {
      const parts = entry.split(" ");
      const head = parts.reduce((best, part) => (part.length > best.length ? part : best));
      const words = new RegExp(`(?<!\\p{L})${parts.join("(?:\\s+\\p{L}+)?\\s+")}(?!\\p{L})`, "iu");
      phrases.push({ words, head: readStem(head, "en"), stems: stems.map((text) => ({ text, language })) });
    }
  }
  const made = { groups: read, byStem, phrases };
  dictionaries.set(language, made);
  return made;
}

/** Gives what else may stand for a word of a question, by its stems. */
export type FindSynonyms = (stems: readonly Stem[]) => readonly Stem[];

/**
 * Gives the other words for those of a question that help pages may use, in the language that it speaks and in those of
 * the texts that it is asked of.
 */
export function readSynonyms(question: string, languages: readonly TermLanguage[]): FindSynonyms {
  const { language: spoken, isClear } = guessLanguage(question, languages);
  const asked = isClear ? [spoken] : [...new Set<TermLanguage>([spoken, ...languages])];
  const opened = asked.map((language) => ({ language, ...openDictionary(language) }));
  const folded = foldText(question);
  const said = opened.flatMap(({ phrases }) => phrases.filter(({ words }) => words.test(folded)));
  return (stems) => {
    const found = opened.flatMap(({ language, byStem }) =>
      stems.flatMap((stem) => (stem.language === language ? (byStem.get(stem.text) ?? []) : [])),
    );
    const ofPhrases = said.flatMap(({ head, stems: others }) =>
      stems.some(({ text }) => text === head) ? others : [],
    );
    const own = new Set(stems.map(({ text }) => text));
    return [...new Map([...found, ...ofPhrases].map((stem) => [stem.text, stem])).values()].filter(
      ({ text }) => !own.has(text),
    );
  };
}

let all: ReadonlyMap<string, ReadonlySet<string>> | undefined;

/** Gives what else may stand for a stem, in whichever language; the English stem of any word is one, too. */
export function listSynonyms(stem: string): ReadonlySet<string> {
  all ??= joinDictionaries();
  return all.get(stem) ?? none;
}

const none: ReadonlySet<string> = new Set();

function joinDictionaries(): ReadonlyMap<string, ReadonlySet<string>> {
  const joined = new Map<string, Set<string>>();
  for (const language of Object.keys(groups) as TermLanguage[]) {
    for (const words of openDictionary(language).groups) {
      const stems = new Set(words.flatMap((word) => [readStem(word, "en"), readStem(word, language)]));
      for (const stem of stems) joined.set(stem, new Set([...(joined.get(stem) ?? []), ...stems]));
    }
  }
  return joined;
}
