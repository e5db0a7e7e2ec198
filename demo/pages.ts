import type { DemoPage } from "./shapes.ts";

const aboutUs: DemoPage = {
  slug: "about-us",
  title: "About Us",
  summary: "Kewra makes organic fragrance and skincare in Lucknow, with flowers, roots and spices from people we know.",
  sections: [
    {
      heading: "Where it began",
      paragraphs: [
        "Kewra started in a lane of Hazratganj, in a room that had been an attar shop for as long as anyone could remember. The bottles were dusty, the ledgers were in Urdu, and the old owner still knew by smell which year a shamama had been distilled.",
        "We took over the room, the stills we were lent in Kannauj and, above all, the patience. In 2024 we opened with four perfumes, an oil and a toner. Today there are twenty-four things on the shelf, and we still add a new one only when it earns its place.",
      ],
      pictures: [{ after: 2, file: "banners/hero-attars.webp", focus: { x: 90, y: 50 } }],
    },
    {
      heading: "What we make",
      paragraphs: [
        "Perfumes built around Indian materials, attars without alcohol, and a short line of skin and hair care. Everything is made in small batches, and each pack carries the number of its batch.",
        "We like scents that belong to a place: the kewra of Ganjam, the mogra of Madurai, the vetiver of our own rivers, the clay of Kannauj. We make them for anyone who enjoys them. There is no men’s shelf and no women’s shelf.",
      ],
      pictures: [
        { after: 2, file: "catalogue/vetiver-coast-2.webp" },
        { after: 2, file: "catalogue/mitti-after-rain-2.webp" },
      ],
    },
    {
      heading: "How we make it",
      paragraphs: [
        "Flowers are distilled on the day they are picked. Herbs for our oils simmer for hours and not minutes. Soaps cure for six weeks.",
        "“None of this is fast, and we have stopped apologising for it.”",
      ],
      points: [
        "Plant materials from organic farming wherever a reliable grower exists",
        "Sandalwood and oud from cultivated trees only, with papers",
        "Fragrances within the limits of the IFRA Standards",
        "Full ingredient lists with allergens on every product page",
      ],
    },
    {
      heading: "What we leave out",
      paragraphs: [
        "No animal testing, no mineral oil, no silicones, no added colours in the perfumes beyond what is needed to keep a shade even. We also leave out promises. A cream can soften skin; it cannot give you another face.",
      ],
    },
    {
      heading: "The people",
      paragraphs: [
        "Fourteen of us work in Lucknow: two perfumers, a chemist, five in the filling room, and the rest at packing, orders and the phone. When you call, you speak to someone who has smelled the thing you are asking about.",
      ],
      points: ["14 people in Lucknow", "24 things on the shelf", "6 weeks of curing for a soap"],
    },
    {
      heading: "Visit us",
      paragraphs: [
        "Kewra Organics, 14 Attar Gali, Hazratganj, Lucknow, Uttar Pradesh 226001. We are open from 10:00 AM to 7:00 PM every day. Come with a clean wrist and a little time, or [contact us](/contact) from wherever you are.",
      ],
    },
  ],
  updatedOn: "2026-09-01",
};

const privacyPolicy: DemoPage = {
  slug: "privacy-policy",
  title: "Privacy Policy",
  summary:
    "Which personal data Kewra Organics collects, why, for how long, and what you can ask of us under the DPDP Act, 2023.",
  sections: [
    {
      heading: "In short",
      paragraphs: ["This is the policy in four lines:"],
      points: [
        "{MEASURED}, and we sell no data",
        "We ask only for what the purpose needs",
        "Card numbers, UPI PINs and bank details go to Razorpay only",
        "You can delete your account yourself in your profile, once no order or refund is open",
      ],
    },
    {
      heading: "Who is responsible",
      paragraphs: [
        "Kewra Organics, 14 Attar Gali, Hazratganj, Lucknow, Uttar Pradesh 226001 (“Kewra”, “we”) decides why and how your personal data is processed. Within the meaning of the Digital Personal Data Protection Act, 2023 we are the Data Fiduciary and you are the Data Principal.",
        "You can reach us about anything in this policy at {SHOP_EMAIL} or {SHOP_PHONE}, {SHOP_OPENING_HOURS}.",
      ],
    },
    {
      heading: "If you only look",
      paragraphs: [
        "Visitors who only look at the shop leave nothing behind. {MEASURED}, and we store nothing in your browser unless you tap the heart on a product: that list is kept there until you log in or clear it. Our server notes each request with its IP address for at most 30 days, to keep the shop running and to fend off abuse.",
      ],
    },
    {
      heading: "What we collect when you use an account",
      paragraphs: ["We ask only for what the purpose needs:"],
      points: [
        "Account: your name, email address, phone number if you give it, and your password as a one-way hash",
        "Orders: delivery and billing address, products, amounts, invoices, shipments and returns",
        "Payment: the identifier and status of the payment. Card numbers, UPI PINs and bank details go to Razorpay only",
        "Your words: reviews, messages through the contact form, wishlist and newsletter subscription",
        "Google: your name and email address, which it passes on with your consent, if you sign in with it",
        "Security: the devices you are logged in on, and for 90 days which networks you logged in from, as a one-way hash",
      ],
    },
    {
      heading: "Your session",
      paragraphs: [
        "Once you log in, your session is kept in the local storage of your browser, so that you stay logged in when you come back. It ends when you log out, 30 days after your last visit, and 90 days after you logged in at the latest. Your profile lists the devices you are logged in on, and you can log each of them out. We do not follow you to other websites.",
      ],
    },
    {
      heading: "Why we use it",
      paragraphs: [
        "We process your data with your consent, or for the legitimate uses that the Act allows, such as where you give us data voluntarily for an order or where a law requires it.",
      ],
      points: [
        "Account: to create it and confirm it by a one-time code",
        "Orders: to process, deliver and invoice them, and to handle returns and refunds",
        "Questions: to answer them",
        "Newsletter: to send it, if you subscribed and confirmed it; every issue has a link to leave",
        "Law: to prevent fraud and to meet duties under tax and consumer law",
      ],
    },
    {
      heading: "Who receives it",
      paragraphs: ["{SHARED}. We pass on only what is needed to those who work for us under contract."],
      points: [
        "Razorpay: what a payment needs",
        "Couriers: your name, address and phone, for delivery",
        "Email provider: the emails we send you",
        "Hosting provider: the shop’s data, in India",
        "Google: only if you choose to sign in with it",
        "Authorities: data that the law obliges us to hand over",
      ],
    },
    {
      heading: "How long we keep it",
      paragraphs: [
        "Account data stays until you delete the account, which you can do at any time in your profile, or ask us to. Your profile, addresses, wishlist and cart are then erased at once and the newsletter stops; your reviews are deleted, or shown without your name, as you choose. While an order is open or a refund is on its way, the account has to wait for it.",
      ],
      points: [
        "Orders and invoices: eight years, as tax and company law require",
        "Messages: until you ask us to delete them",
        "Server logs: some weeks, to find faults and attacks",
        "One-time codes: minutes",
      ],
    },
    {
      heading: "Your rights",
      paragraphs: [
        "Ask on the page [Your personal data](/privacy-request), with an account or without one, or write to {SHOP_EMAIL}. We answer within 90 days, usually much sooner, and free of charge.",
      ],
      points: [
        "Access: a summary of the data we hold and of those we shared it with",
        "Correction: of what is wrong, incomplete or out of date, much of which you can do yourself in your profile",
        "Erasure: of your data, unless a law obliges us to keep the record; you can delete your account yourself in your profile",
        "Consent: withdrawn at any time, as easily as you gave it: the newsletter by the link in every issue, Google by setting a new password",
        "Nomination: of a person who may exercise your rights in case of death or incapacity",
        "Redress: of a grievance, first with us and then with the Data Protection Board of India",
      ],
    },
    {
      heading: "Children and security",
      paragraphs: [
        "The shop is meant for people of 18 years and above. We do not knowingly process data of children without the verifiable consent of a parent.",
        "All pages are served over an encrypted connection, access within our team is limited to those who need it, and backups are encrypted. Should a breach ever concern your data, we inform you and the Data Protection Board without delay.",
      ],
    },
    {
      heading: "Changes to this policy",
      paragraphs: [
        "If we change this policy in a way that matters to you, account holders receive an email before it takes effect. The date above shows the version in force.",
      ],
    },
  ],
  updatedOn: "2026-11-23",
};

const refundPolicy: DemoPage = {
  slug: "refund-policy",
  title: "Refund And Return Policy",
  summary:
    "Unopened products can be returned within 7 days of delivery; damaged or wrong items are replaced or refunded.",
  sections: [
    {
      heading: "In short",
      paragraphs: ["We want you to be happy with what arrives. These are the rules, in five lines:"],
      points: [
        "Returns within 7 days of delivery, unopened and in the original packaging",
        "Damaged, leaking or wrong items are replaced or refunded, at our cost",
        "Cancellation is free until the order is shipped",
        "Refunds go to the original payment method within 5 to 7 working days",
        "Standard shipping is free, so there is no shipping fee to argue about",
      ],
    },
    {
      heading: "Cancelling an order",
      paragraphs: [
        "You can cancel free of charge until the order is shipped: open it in [My Orders](/profile?tab=5) and choose Cancel order, or write to {SHOP_EMAIL} or call {SHOP_PHONE} with your Order ID. We confirm the cancellation by email and start the refund the same working day.",
        "Once the parcel has been handed to the courier, please wait for it to arrive and return it unopened.",
      ],
    },
    {
      heading: "What can be returned",
      paragraphs: [
        "Any product that is unopened, unused and in its original packaging, with the seal or wrapping intact. Ask for the return within 7 days of delivery; the date in the courier’s tracking counts.",
        "For reasons of hygiene and safety, opened perfumes, attars, skincare, soaps and hair oils cannot be taken back unless they are faulty. If you are choosing a perfume for the first time, the [Discovery Set](/product/discovery-set) helps.",
      ],
    },
    {
      heading: "Damaged, leaking or wrong items",
      paragraphs: [
        "Bottles sometimes lose the argument with a lorry. Within 7 days of delivery send us photographs of the item, its box and the outer carton with the label, by email or by WhatsApp to {SHOP_WHATSAPP}.",
        "You choose between a replacement and a full refund. If a replacement is no longer in stock, we refund. We arrange and pay the pick-up; small items need not be sent back at all.",
        "A defect that shows only later, or goods that are not as described, can be reported after those days, too.",
      ],
    },
    {
      heading: "How to return something",
      paragraphs: ["It takes three steps:"],
      points: [
        "1. Open the order in [My Orders](/profile?tab=5) and choose Request a return, or write to {SHOP_EMAIL} with the Order ID",
        "2. Pack the items in the carton they came in; we send the courier to your door where the pincode allows, usually within 3 working days and at our cost, also when you have merely changed your mind",
        "3. We check the parcel on arrival in Lucknow and tell you the result within 2 working days",
      ],
    },
    {
      heading: "Refunds",
      paragraphs: [
        "Refunds are paid to the original payment method (card, UPI, net banking or wallet) through Razorpay, within 5 to 7 working days of the cancellation or of the check of the return. Your bank may need a little longer to show the amount.",
        "We refund the amount you paid for the returned items, including tax. A credit note under GST is issued with every refund.",
      ],
    },
    {
      heading: "Parcels that are late, or do not arrive",
      paragraphs: [
        "A parcel that is later than the day we promised can be given up: tell us, and we refund it in full, unless something beyond anybody’s control has held it up.",
        "If tracking has not moved for five days, or shows a delivery you did not receive, tell us. We take it up with the courier and send the order again or refund it if the parcel is not found within 7 working days. Parcels that come back because nobody could be reached are refunded in full.",
      ],
    },
    {
      heading: "Your rights under the law",
      paragraphs: [
        "This policy comes on top of your rights under the Consumer Protection Act, 2019 and the Consumer Protection (E-Commerce) Rules, 2020, and takes none of them away.",
      ],
    },
  ],
  updatedOn: "2026-11-23",
};

const termsConditions: DemoPage = {
  slug: "terms-conditions",
  title: "Terms And Conditions",
  summary: "The terms under which Kewra Organics sells to customers in India through this shop.",
  sections: [
    {
      heading: "In short",
      paragraphs: ["These are the terms in four lines:"],
      points: [
        "Prices include all taxes, and standard shipping is free within India",
        "You pay in advance through Razorpay, by card, UPI, net banking or wallet",
        "Cancellation is free until the order is shipped",
        "Unopened products can be returned within 7 days of delivery",
      ],
    },
    {
      heading: "Who you are dealing with",
      paragraphs: [
        "This shop is run by Kewra Organics, 14 Attar Gali, Hazratganj, Lucknow, Uttar Pradesh 226001, India. By placing an order you agree to these terms, in the version shown on the day of the order.",
        "You must be at least 18 years old, or act with the consent of a parent or guardian, to place an order.",
      ],
    },
    {
      heading: "Your account",
      paragraphs: [
        "An order needs an account with a confirmed email address. Keep your password to yourself and your details up to date. Tell us at once if you suspect that someone else uses your account. You can delete it at any time in your profile, once no order is open.",
      ],
    },
    {
      heading: "Products and pictures",
      paragraphs: [
        "We describe our products with care. Natural materials vary from harvest to harvest, so the colour of an oil or the grain of a wooden cap may differ from the picture. Props shown in pictures are not part of the product; the net quantity on the product page counts.",
        "Our skin and hair products are cosmetics. They are not medicines, and nothing in this shop replaces the advice of a doctor. Please do a patch test before first use.",
      ],
    },
    {
      heading: "Prices and taxes",
      paragraphs: [
        "All prices are in Indian rupees and include all taxes. Standard shipping is free within India. A struck-through price is the maximum retail price (MRP) of the pack. Should a price be obviously wrong, we tell you before dispatch, and you may cancel without cost.",
      ],
    },
    {
      heading: "Orders and payment",
      paragraphs: [
        "Your order is an offer to buy. The contract is concluded when we confirm the payment. You pay {PAYMENT_METHODS}. For questions about a payment, a charge back for example, write to us, or to Razorpay: https://razorpay.com/support.",
        "If an item turns out to be unavailable after you paid, we refund it in full within 5 to 7 working days.",
      ],
    },
    {
      heading: "Delivery",
      paragraphs: [
        "We deliver to serviceable pincodes in India. The delivery times on our [FAQ page](/faq) are estimates; weather, festivals and strikes can delay a parcel. The risk passes to you when the parcel is handed over at the address you gave.",
      ],
    },
    {
      heading: "Cancellation, returns and refunds",
      paragraphs: [
        "Cancellation is free until the order is shipped. Unopened products can be returned in their original packaging within 7 days of delivery; damaged or wrong items are replaced or refunded. The [Refund And Return Policy](/refund-plocy) holds the details and is part of these terms.",
      ],
    },
    {
      heading: "Your reviews and other content",
      paragraphs: [
        "Reviews must be your own experience, and pictures your own. We do not edit what you think of a product, but we remove what is unlawful, abusive, off topic or advertising. By posting you allow us to show the review with your name in the shop. You can change or remove it whenever you like.",
        "Texts, pictures, names and marks in this shop belong to Kewra Organics or its licensors and may not be used without permission.",
      ],
    },
    {
      heading: "Liability",
      paragraphs: [
        "Our liability is unlimited where the law says so, in particular for injury caused by our fault and for defective products under the Consumer Protection Act, 2019. Otherwise our liability is limited to the value of the order concerned. We are not liable for events beyond our control.",
      ],
    },
    {
      heading: "Grievance officer",
      paragraphs: [
        "Under the Consumer Protection (E-Commerce) Rules, 2020 and the Information Technology Act, 2000 we have appointed a grievance officer. Complaints are acknowledged within 48 hours and resolved within one month of receipt. You may also turn to the National Consumer Helpline on 1915.",
      ],
      points: [
        "Officer: Ms. Farah Siddiqui",
        "Address: Kewra Organics, 14 Attar Gali, Hazratganj, Lucknow, Uttar Pradesh 226001",
        "Email: {SHOP_EMAIL}",
        "Phone: {SHOP_PHONE}, {SHOP_OPENING_HOURS}",
      ],
    },
    {
      heading: "Law and jurisdiction",
      paragraphs: [
        "These terms are governed by the laws of India. Subject to the rights of consumers to approach the commission of their own district, the courts at Lucknow, Uttar Pradesh have jurisdiction.",
        "If one term is found invalid, the others stay in force.",
      ],
    },
  ],
  updatedOn: "2026-11-23",
};

const contact: DemoPage = {
  slug: "contact",
  title: "Contact",
  summary: "Call, write or come by. The person who answers has smelled the thing you are asking about.",
  sections: [
    {
      heading: "About an order",
      paragraphs: [
        "Please have your Order ID at hand. For damaged or wrong items send photographs of the product and the carton within 7 days of delivery; WhatsApp is the fastest way.",
      ],
    },
    {
      heading: "Complaints",
      paragraphs: [
        "Tick “This is a complaint” in the form, or write to our grievance officer: {GRIEVANCE_OFFICER}, {GRIEVANCE_ADDRESS}, {SHOP_EMAIL}, {SHOP_PHONE}. We answer complaints within 48 hours and resolve them within one month of receipt. Every message has a reference, by which you can follow it on this page.",
      ],
    },
    {
      heading: "Visits, press and wholesale",
      paragraphs: [
        "All perfumes and attars stand open for trying, a few minutes’ walk from Hazratganj metro station. For samples, pictures and orders from shops and hotels, write “Press” or “Wholesale” in the subject of your email.",
      ],
    },
  ],
  updatedOn: "2026-09-01",
};

export const demoPages: DemoPage[] = [aboutUs, privacyPolicy, refundPolicy, termsConditions, contact];
