export const demoFaqs: { groupName: string; question: string; answer: string }[] = [
  {
    groupName: "Delivery",
    question: "How long does delivery take?",
    answer:
      "Orders placed before 2:00 PM leave Lucknow the same working day. Allow 2 to 4 working days for Uttar Pradesh, Delhi NCR and the large metros, 4 to 6 for other cities, and 6 to 9 for the North East, Jammu and Kashmir, Ladakh, Andaman and Nicobar and Lakshadweep. Perfumes travel by road, since alcohol may not fly as ordinary parcel freight.",
  },
  {
    groupName: "Delivery",
    question: "What does shipping cost?",
    answer:
      "Nothing. Shipping is free to every serviceable pincode in India, whatever the size of the order. If you are in a hurry, express shipping is available at the price shown at checkout.",
  },
  {
    groupName: "Delivery",
    question: "How do I track my order?",
    answer:
      "Our dispatch email has the courier’s AWB number. Log in, open [Order Tracking](/tracking) and enter either the AWB number or your Order ID to see every step so far.",
  },
  {
    groupName: "Delivery",
    question: "My parcel arrived damaged, or with the wrong item. What now?",
    answer:
      "We are sorry. Send photographs of the item and the outer box to {SHOP_EMAIL} or by WhatsApp to {SHOP_WHATSAPP} within 7 days of delivery. We replace it or refund you, and we pay for the pick-up.",
  },
  {
    groupName: "Delivery",
    question: "Can you wrap my order as a gift?",
    answer:
      "Every perfume and attar already comes in a rigid box without a price on it. Tell us by WhatsApp before dispatch and we add a cotton ribbon and a handwritten card, free of charge.",
  },
  {
    groupName: "Payment and offers",
    question: "How can I pay?",
    answer:
      "By UPI, credit or debit card, net banking and the usual wallets. Payments are handled by Razorpay; your card details go straight to them and never reach our servers.",
  },
  {
    groupName: "Payment and offers",
    question: "Do you offer cash on delivery?",
    answer: "You can pay {PAYMENT_METHODS}. If you prefer not to use a card, UPI is the simplest way to pay.",
  },
  {
    groupName: "Payment and offers",
    question: "Where do I enter a code, and what is the Discovery Set worth?",
    answer:
      "Open your cart, choose “Have a code?” and enter it; WELCOME10 takes 10% off a first order from ₹999. Each order takes one code. The Discovery Set needs none: within 60 days of its delivery we take its price off your next perfume, once, and you can use a code in the same order.",
  },
  {
    groupName: "Payment and offers",
    question: "Do I get a GST invoice?",
    answer:
      "Yes, with every order. You will find it under [My Orders](/profile?tab=5) in your profile. All prices are in rupees and already include GST; the invoice shows the tax by HSN code. For an invoice in your company’s name, write to us before dispatch with the GSTIN.",
  },
  {
    groupName: "Returns and changes",
    question: "Can I return something I do not like?",
    answer:
      "Yes, within 7 days of delivery, as long as it is unopened and in its original packaging: open the order in [My Orders](/profile?tab=5) and choose Request a return. For reasons of hygiene opened products cannot come back, so we suggest starting with the [Discovery Set](/product/discovery-set) if you are unsure about a perfume.",
  },
  {
    groupName: "Returns and changes",
    question: "Can I cancel or change my order?",
    answer:
      "Until it is shipped you can cancel free of charge: open it in [My Orders](/profile?tab=5), or [call or write to us](/contact) with the Order ID. The refund goes to the original payment method within 5 to 7 working days. Once a parcel is on its way it can no longer be changed.",
  },
  {
    groupName: "Our products",
    question: "What is the difference between an attar and a perfume?",
    answer:
      "An attar is a natural oil without alcohol, usually distilled into sandalwood. It is dabbed on, stays close to the skin and lasts very long. An eau de parfum is dissolved in alcohol and sprayed, so it opens brighter and travels further.",
  },
  {
    groupName: "Our products",
    question: "Should I do a patch test?",
    answer:
      "Please do, with every new product. Put a little on the inside of your forearm and wait 24 hours. Natural oils can cause reactions in sensitive skin; every product page lists the ingredients and the known fragrance allergens.",
  },
  {
    groupName: "Our products",
    question: "How long do the products keep, and how should I store them?",
    answer:
      "Every pack shows its batch, month of manufacture and best-before date. Perfumes keep about three years, attars five, creams and oils 18 to 24 months. Store them closed, cool and dark; a bathroom shelf is the worst place for a perfume.",
  },
  {
    groupName: "Our products",
    question: "Are your products vegan and cruelty free, and do they follow IFRA?",
    answer:
      "Nothing we make contains honey, wax, milk or anything else from an animal: the milk and honey among our notes are accords. We do not test on animals and do not commission others to do so. All perfumes and attars are formulated within the limits of the IFRA Standards, the safety rules of the fragrance trade.",
  },
  {
    groupName: "Your account",
    question: "How do I delete my account?",
    answer:
      "Open [My Profile](/profile) and choose Delete account. Your profile, addresses, wishlist and cart are erased at once and the newsletter stops; your reviews are deleted or shown without your name, as you choose. Tax law asks us to keep orders and invoices for eight years, so save the invoices you need first. An order that is still open has to be delivered, cancelled or refunded before.",
  },
];
